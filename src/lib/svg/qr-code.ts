/** Modules at each side of a QR code of version 1, which holds 20 letters and digits (ISO/IEC 18004). */
const size = 21;
const maxLength = 20;
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";

/** Codewords of version 1 with the error correction M: 15 % of them can be unreadable. */
const dataCodewords = 16;
const correctionCodewords = 10;

/** Format of the error correction M and mask 0, with its own error correction. */
const format = 0b101_0100_0001_0010;

/** Returns the modules of a QR code by rows: true is dark. Undefined if the text is longer, or has other characters. */
export function qrCode(text: string): boolean[][] | undefined {
  if (text === "" || text.length > maxLength || [...text].some((letter) => !alphabet.includes(letter)))
    return undefined;
  const data = codewordsOf(text);
  const bits = [...data, ...correctionOf(data)].flatMap((byte) => bitsOf(byte, 8));
  const modules = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  drawPatterns(modules);
  drawData(modules, bits);
  return modules.map((row) => row.map((dark) => dark === true));
}

const bitsOf = (value: number, length: number): number[] =>
  Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1);

/** Two characters take 11 bits, and a last one 6. */
function codewordsOf(text: string): number[] {
  const bits = [...bitsOf(0b0010, 4), ...bitsOf(text.length, 9)];
  for (let at = 0; at < text.length; at += 2) {
    const first = alphabet.indexOf(text.charAt(at));
    const isWhole = at + 1 < text.length;
    bits.push(...(isWhole ? bitsOf(first * 45 + alphabet.indexOf(text.charAt(at + 1)), 11) : bitsOf(first, 6)));
  }
  bits.push(...Array<number>(Math.min(4, dataCodewords * 8 - bits.length)).fill(0));
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => byte * 2 + bit, 0),
  );
  for (let pad = 0xec; words.length < dataCodewords; pad ^= 0xfd) words.push(pad);
  return words;
}

/** Multiplies in the field of 256 elements with the polynomial 0x11d. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

/** The remainder of the division by the generator polynomial (Reed-Solomon). */
function correctionOf(data: readonly number[]): number[] {
  const generator = [...Array<number>(correctionCodewords - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < correctionCodewords; round++) {
    for (let at = 0; at < correctionCodewords; at++) {
      generator[at] = multiply(generator[at] ?? 0, root) ^ (generator[at + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  const rest = Array<number>(correctionCodewords).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (const [at, coefficient] of generator.entries()) rest[at] = (rest[at] ?? 0) ^ multiply(coefficient, factor);
  }
  return rest;
}

type Modules = (boolean | undefined)[][];

const set = (modules: Modules, x: number, y: number, dark: boolean): void => {
  const row = modules[y];
  if (row && x >= 0 && x < size) row[x] = dark;
};

/** A bit of the format. */
const bit = (index: number): boolean => ((format >> index) & 1) === 1;

/** The three squares, the lines between them, and the format. */
function drawPatterns(modules: Modules): void {
  for (let at = 0; at < size; at++) {
    set(modules, 6, at, at % 2 === 0);
    set(modules, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dx = -4; dx <= 4; dx++) {
      for (let dy = -4; dy <= 4; dy++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        if (y + dy >= 0 && y + dy < size) set(modules, x + dx, y + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  for (let index = 0; index <= 5; index++) set(modules, 8, index, bit(index));
  set(modules, 8, 7, bit(6));
  set(modules, 8, 8, bit(7));
  set(modules, 7, 8, bit(8));
  for (let index = 9; index < 15; index++) set(modules, 14 - index, 8, bit(index));
  for (let index = 0; index < 8; index++) set(modules, size - 1 - index, 8, bit(index));
  for (let index = 8; index < 15; index++) set(modules, 8, size - 15 + index, bit(index));
  set(modules, 8, size - 8, true);
}

/** Two columns at a time from the right, up and down. Mask 0 inverts every other module. */
function drawData(modules: Modules, bits: readonly number[]): void {
  const isFree = modules.map((row) => row.map((dark) => dark === undefined));
  let next = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const isUpward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = isUpward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (isFree[y]?.[x] !== true) continue;
        set(modules, x, y, (bits[next++] === 1) !== ((x + y) % 2 === 0));
      }
    }
  }
}

/** Light modules around the code, by which readers find it. */
const quiet = 4;

/** The path of the dark modules for an SVG with this view box. */
export function qrPath(modules: readonly (readonly boolean[])[]): { path: string; viewBox: string } {
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x + quiet} ${y + quiet}h1v1h-1z`] : [])))
    .join("");
  const side = modules.length + 2 * quiet;
  return { path, viewBox: `0 0 ${side} ${side}` };
}
