import { randomBytes } from "node:crypto";

/** Crockford base32, without letters that look like digits. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export function newSerial(): string {
  const letters = [...randomBytes(16)].map((byte) => alphabet[byte & 31]).join("");
  return grouped(letters);
}

/** Normalizes a serial as users type it from paper. */
export const readSerial = (text: string): string =>
  grouped(
    text
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, "")
      .replaceAll("O", "0")
      .replaceAll(/[IL]/g, "1"),
  );

const grouped = (letters: string): string => (letters.match(/.{1,4}/g) ?? []).join("-");
