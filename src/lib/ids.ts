const alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
const values = new Map([...alphabet].map((letter, value) => [letter, BigInt(value)]));

/** A UUID as 26 letters of Crockford's base32, lower case: 130 bits, the first two of them zero. */
export function encodeBase32(uuid: string): string {
  const hex = uuid.slice(0, 8) + uuid.slice(9, 13) + uuid.slice(14, 18) + uuid.slice(19, 23) + uuid.slice(24);
  let text = "";
  let bits = 2;
  let rest = 0;
  for (let index = 0; index < 32; index++) {
    rest = (rest << 4) | Number.parseInt(hex[index]!, 16);
    bits += 4;
    if (bits >= 5) {
      bits -= 5;
      text += alphabet[rest >> bits];
      rest &= (1 << bits) - 1;
    }
  }
  return text;
}

/** The UUID behind 26 letters, or undefined where they are none (upper case is read too). */
export function decodeBase32(text: string): string | undefined {
  if (text.length !== 26) return undefined;
  let number = 0n;
  for (const letter of text.toLowerCase()) {
    const value = values.get(letter);
    if (value === undefined) return undefined;
    number = (number << 5n) | value;
  }
  if (number >> 128n) return undefined;
  const hex = number.toString(16).padStart(32, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
