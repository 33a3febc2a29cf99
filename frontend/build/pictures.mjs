// The pictures of the page: its icon in the sizes that systems ask for, and the card that is shown where it is shared.
import { Resvg, initWasm } from "@resvg/resvg-wasm";
import { readFile } from "node:fs/promises";
import { inflateSync } from "node:zlib";

const icon = new URL("../src/pictures/icon.svg", import.meta.url);
const engine = new URL("../node_modules/@resvg/resvg-wasm/index_bg.wasm", import.meta.url);
const font = new URL("../node_modules/@fontsource/gfs-didot/files/gfs-didot-latin-400-normal.woff", import.meta.url);

// Clockwise, as the wheel with one zero has them.
const WHEEL =
  "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split(" ");
const [CLOTH, BRASS, IVORY, ROUGE, NOIR, VERT] = ["#103a33", "#d9b96c", "#f6efdf", "#c8313a", "#0b0d0e", "#19794f"];
const ASH = "#a9b8b1";

/** All pictures by name. */
export async function pictures() {
  await initWasm(await readFile(engine));
  const drawn = await readFile(icon, "utf8");
  // A system that cuts the icon to a shape of its own gets one without corners: the wheel is in the part it keeps.
  const whole = drawn.replace(/ rx="\d+"/, "");
  return {
    "icon.svg": drawn.replace(/\n\s*/g, ""),
    "icon-192.png": png(drawn, 192),
    "icon-512.png": png(drawn, 512),
    "icon-whole.png": png(whole, 512),
    "icon-apple.png": png(whole, 180),
    "card.png": png(card(), 1200, [unpacked(await readFile(font))]),
  };
}

function png(text, width, fontBuffers = []) {
  const fonts = { fontBuffers, defaultFontFamily: "GFS Didot", loadSystemFonts: false };
  const drawn = new Resvg(text, { fitTo: { mode: "width", value: width }, font: fonts });
  return drawn.render().asPng();
}

// A WOFF is a font whose tables are packed one by one: unpacked and put in a row they are the font again.
function unpacked(woff) {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, place) => {
    const at = 44 + place * 20;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.subarray(at, at + 4),
      sum: woff.readUInt32BE(at + 16),
      bytes: packed < length ? inflateSync(bytes) : bytes,
    };
  });
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  [count, 16 << power, power, count * 16 - (16 << power)].forEach((value, place) =>
    head.writeUInt16BE(value, 4 + place * 2),
  );
  let end = head.length;
  const rows = tables.map(({ tag, sum, bytes }, place) => {
    const at = 12 + place * 16;
    tag.copy(head, at);
    head.writeUInt32BE(sum, at + 4);
    head.writeUInt32BE(end, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const row = Buffer.alloc(Math.ceil(bytes.length / 4) * 4);
    bytes.copy(row);
    end += row.length;
    return row;
  });
  return Buffer.concat([head, ...rows]);
}

// Half a wheel on the cloth, and whose it is.
function card() {
  const [cx, cy, step] = [250, 315, 360 / WHEEL.length];
  const at = (radius, degrees) => {
    const turn = ((degrees - 90) * Math.PI) / 180;
    return `${(cx + radius * Math.cos(turn)).toFixed(1)} ${(cy + radius * Math.sin(turn)).toFixed(1)}`;
  };
  const pockets = WHEEL.map((pocket, place) => {
    const [from, to] = [(place - 0.5) * step, (place + 0.5) * step];
    const color = place === 0 ? VERT : place % 2 ? ROUGE : NOIR;
    return `<path d="M${at(390, from)}A390 390 0 0 1 ${at(390, to)}L${at(262, to)}A262 262 0 0 0 ${at(262, from)}Z"
        fill="${color}" stroke="${BRASS}" stroke-width="1.5"/>
      <text transform="rotate(${place * step} ${cx} ${cy})" x="${cx}" y="${cy - 344}" font-size="34">${pocket}</text>`;
  });
  const ring = (radius, width) =>
    `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="none" stroke="${BRASS}" stroke-width="${width}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630" font-family="GFS Didot">
    <defs><radialGradient id="felt" cx="0.7" cy="0.4" r="0.9">
      <stop offset="0" stop-color="#1a5a4e"/><stop offset="1" stop-color="${CLOTH}"/>
    </radialGradient></defs>
    <rect width="1200" height="630" fill="url(#felt)"/>
    <g transform="translate(-90 0) rotate(62 ${cx} ${cy})" fill="${IVORY}" text-anchor="middle">
      <circle cx="${cx}" cy="${cy}" r="450" fill="#3a2414"/>${ring(450, 10)}${ring(398, 8)}${pockets.join("")}
      <circle cx="${cx}" cy="${cy}" r="262" fill="#3a2414"/>${ring(262, 5)}${ring(225, 2)}
      <path d="M${at(190, 0)} ${at(34, 45)} ${at(190, 90)} ${at(34, 135)} ${at(190, 180)} ${at(34, 225)} ${at(190, 270)}
        ${at(34, 315)}Z" fill="${BRASS}"/>
      <circle cx="${cx}" cy="${cy - 292}" r="17"/>
    </g>
    <g transform="translate(672 0)">
      <text y="270" font-size="118" fill="${IVORY}">croupier</text>
      <text x="4" y="342" font-size="40" fill="${BRASS}">Roulette, run by the book</text>
      <text x="4" y="412" font-size="29" fill="${ASH}">Play chips. No sign-up.</text>
      <text x="4" y="454" font-size="29" fill="${ASH}">The rule behind every decision.</text>
    </g>
  </svg>`;
}
