// Copying to the clipboard, loaded when somebody asks for it.

// A page on plain http has no clipboard of its own.
export async function copyOut(text: string): Promise<void> {
  const there = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  );
  if (there) return;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
