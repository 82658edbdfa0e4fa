/**
 * Characters that keyboards, input methods, word processors and calculators put in place of others, after the text that
 * they are read as. Compatibility forms of Unicode, such as full-width letters, are not listed: NFKC replaces them.
 */
const listed: readonly (readonly [text: string, characters: string])[] = [
  ["'", "‘’‚‛❛❜‹›`´′‵ʹʻʼʽʾʿˈ՚׳ꞌ"],
  ['"', "“”„‟❝❞«»″‶〝〞〟״ˮ"],
  // Also the strokes that Chinese input methods draw dashes with. Wave dashes are tildes.
  ["-", "−˗⁃➖─━"],
  ["~", "〜∼˜˷"],
  ["^", "ˆ"],
  ["*", "×✕✖⨯·⋅∙•‧・∗⁎٭"],
  ["/", "÷∕⁄⧸➗"],
  ["+", "➕"],
  [".", "。٫"],
  ["...", "⋯"],
  [",", "、،٬"],
  [";", "؛"],
  ["?", "؟"],
  [":", "∶"],
  ["%", "٪"],
  ["|", "∣"],
  // Spanish, Italian and Portuguese keyboards have a key for º, French and German ones for °.
  ["°", "˚º"],
  ["<=", "≤⩽≦"],
  [">=", "≥⩾≧"],
  ["!=", "≠"],
  ["~=", "≈"],
  ["+-", "±"],
  ["->", "→⟶➔➜➡"],
  ["<-", "←⟵"],
  ["<->", "↔⟷"],
  ["=>", "⇒⟹"],
  ["<=>", "⇔⟺"],
  ["(c)", "©"],
  ["(r)", "®"],
  // Symbols on keys of calculators and Macs, and the letters that they look like.
  ["Δ", "∆"],
  ["Σ", "∑"],
  ["Π", "∏"],
  // Letters of older Romanian keyboards, and of Persian and Arabic ones.
  ["ş", "ș"],
  ["Ş", "Ș"],
  ["ţ", "ț"],
  ["Ţ", "Ț"],
  ["ك", "ک"],
  ["ي", "ی"],
];

const forms = new Map(listed.flatMap(([text, characters]) => Array.from(characters, (one) => [one, text] as const)));

const replaceable = new RegExp(String.raw`[${[...forms.keys()].join("")}\p{Pd}]|(?![0-9])\p{Nd}`, "gu");

/** Also replaces all dashes, and the digits of all scripts. */
const withListedForms = (text: string): string => text.replace(replaceable, (one) => forms.get(one) ?? formOf(one));

function formOf(one: string): string {
  const form = isDigit(one) ? digitOf(one) : "-";
  forms.set(one, form);
  return form;
}

const isDigit = (character: string): boolean => /\p{Nd}/u.test(character);

/** Digits of a script are ten adjacent code points. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** Characters that NFKC would turn into a space with an accent, or into a letter that only nº has. */
const accents = /[´˚˜\u1fbd\u1fbf\u1ffd\u1ffe]|(?<![nN])º/g;

/** Characters without a glyph (default ignorable code points, UAX #44), controls, and the tatweel that stretches words. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u0640]|(?![\s\u0085])\p{Cc}/gu;

/** Returns whether a text has a character that folding keeps. */
export const isVisible = (text: string): boolean => text.replace(invisible, "").trim() !== "";

/** The usual case, which needs none of the steps below. */
const isPlain = (text: string): boolean => /^[\x20-\x5f\x61-\x7e]*$/.test(text);

/**
 * Returns a text in the characters that a plain keyboard has: without invisible ones, with the listed forms and
 * compatibility forms (NFKC) replaced, raised digits after `^`, fractions as `1/2`, and single spaces.
 */
export function plainCharacters(text: string): string {
  if (isPlain(text)) return singleSpaced(text);
  const prepared = text
    .replace(invisible, "")
    .replace(accents, (one) => forms.get(one) ?? "'")
    .replace(/(?<=\p{Nd})(?=[¼-¾⅐-⅞↉])/gu, " ")
    .replace(/[⁺⁻]?[⁰¹²³⁴-⁹]+[⁺⁻]?/g, (raised) => `^${raised}`);
  return singleSpaced(withListedForms(prepared.normalize("NFKC").replace(invisible, "")));
}

const singleSpaced = (text: string): string => text.replace(/[\s\u0085\u2800]+/g, " ").trim();
