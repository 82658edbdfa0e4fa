import { randomInt } from "node:crypto";

/** Excludes letters and digits that look alike. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Draws a code that people can read aloud and type: ten letters and digits. */
export const readableCode = (): string =>
  Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");
