import { nilUuid } from "./nil-uuid.ts";

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";

const letterValues = new Uint8Array(128);
for (const [value, letter] of [...alphabet].entries()) letterValues[letter.charCodeAt(0)] = value;

/** Two characters for every ten bits. */
const pairs = Array.from({ length: 1024 }, (_, bits) => alphabet.charAt(bits >> 5) + alphabet.charAt(bits & 31));

// oxlint-disable-next-line typescript/no-non-null-assertion -- Ten bits are an index of the table. A check would run for every ID.
const pairOf = (bits: number): string => pairs[bits]!;
const valueAt = (text: string, index: number): number => letterValues[text.charCodeAt(index)] ?? 0;

/** Positions of the 32 digits in the text of a UUID. */
const digits = Uint8Array.from(nilUuid.matchAll(/\d/g), ({ index }) => index);

/** Values of hexadecimal digits by character code. Reading digits is three times as fast as parsing parts of the text. */
const digitValues = new Uint8Array(128);
for (const digit of "0123456789abcdefABCDEF") digitValues[digit.charCodeAt(0)] = Number.parseInt(digit, 16);

/** The value of the digits of a UUID in a range. */
function bitsOf(uuid: string, from: number, to: number): number {
  let bits = 0;
  for (let index = from; index < to; index++) {
    bits = bits * 16 + (digitValues[uuid.charCodeAt(digits[index] ?? 0)] ?? 0);
  }
  return bits;
}

/** Encodes a UUID as 26 characters of lower-case Crockford base32: 130 bits, the first two of them zero. */
export function encodeBase32(uuid: string): string {
  let text = pairOf(bitsOf(uuid, 0, 2));
  for (let index = 2; index < 32; index += 5) {
    const bits = bitsOf(uuid, index, index + 5);
    text += pairOf(bits >> 10) + pairOf(bits & 1023);
  }
  return text;
}

/** Decodes 26 characters to a UUID, or returns undefined if they are invalid. Accepts upper case. */
export function decodeBase32(text: string): string | undefined {
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/i.test(text)) return undefined;
  const lower = text.toLowerCase();
  let hex = (valueAt(lower, 0) * 32 + valueAt(lower, 1)).toString(16).padStart(2, "0");
  for (let index = 2; index < 26; index += 4) {
    let bits = 0;
    for (let letter = index; letter < index + 4; letter++) bits = bits * 32 + valueAt(lower, letter);
    hex += bits.toString(16).padStart(5, "0");
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
