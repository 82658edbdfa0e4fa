import { randomInt } from "node:crypto";

/** Excludes letters and digits that look alike. 16 of them are more than 79 random bits, so that a digest suffices. */
const alphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const length = 16;
const count = 10;

const newCode = (): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Draws the recovery codes of a person, as they are shown: four groups of four. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: count }, () => newCode().replaceAll(/(.{4})(?!$)/g, "$1-"));

/** Returns a typed code as it is digested. Undefined for a text that is no recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  if (typed.length > 60) return undefined;
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, "");
  return code.length === length && [...code].every((letter) => alphabet.includes(letter)) ? code : undefined;
}
