import { sepaLength } from "./sepa.ts";

/** Finds a valid IBAN (ISO 13616) in a text, without spaces. */
export function findIban(text: string): string | undefined {
  for (const [found] of text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g)) {
    const all = found.replaceAll(" ", "");
    // The words after it can look like a part of it: `… 0130 00 BIC`.
    const iban = all.slice(0, sepaLength(all));
    if (iban.length >= 15 && iban.length <= 34 && isIban(iban)) return iban;
  }
  return undefined;
}

/** Checks the digits by the remainder of 97 (ISO 7064). */
function isIban(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4);
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** Finds the BIC (ISO 9362) of a bank in a text. Only after its name, because other words have the same form. */
export const findBic = (text: string): string | undefined =>
  /\b(?:BIC|SWIFT)(?:[ /-]?(?:BIC|SWIFT|[Cc]ode))?[ :：]{1,3}([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/.exec(text)?.[1];
