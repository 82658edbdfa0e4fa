/** Finds a valid IBAN (ISO 13616) in a text, without spaces. */
export function findIban(text: string): string | undefined {
  for (const [found] of text.matchAll(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{1,4}){3,8}\b/g)) {
    const iban = found.replaceAll(" ", "");
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
