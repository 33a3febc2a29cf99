// A value that the browser keeps under a name: for this tab, or for good. Where it may keep nothing, or what it kept
// can no longer be read, there is none.

export interface Kept<T> {
  read(): T | null;
  write(value: T): void;
}

export function kept<T>(where: () => Storage, name: string): Kept<T> {
  return {
    read: () => {
      try {
        return JSON.parse(where().getItem(name) ?? "null") as T | null;
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        where().setItem(name, JSON.stringify(value));
      } catch {
        // The page works without.
      }
    },
  };
}

export const inTab = <T>(name: string): Kept<T> => kept<T>(() => sessionStorage, name);
export const forGood = <T>(name: string): Kept<T> => kept<T>(() => localStorage, name);
