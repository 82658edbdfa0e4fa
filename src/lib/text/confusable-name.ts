import unhomoglyph from "unhomoglyph";

/**
 * Returns whether a name equals or contains another one visually. Compares skeletons (Unicode UTS #39) and ignores
 * case, accents, spaces, punctuation and characters without a glyph.
 */
export function carriesName(name: string, other: string): boolean {
  const [words, searched] = [wordForms(name), wordForms(other)];
  return words.some((form) => searched.some((sought) => contains(form, sought)));
}

/**
 * A short name is often part of an unrelated word ("Go" in "Google"), so only whole words match. Scripts without
 * spaces have no such words; there, two letters count as a name.
 */
function contains(form: readonly string[], sought: readonly string[]): boolean {
  const [text, key] = [form.join(""), sought.join("")];
  if (key === "") return false;
  if (text === key) return true;
  const length = [...key].length;
  if (length >= (withoutSpaces.test(key) ? 2 : minSubstringLength)) return text.includes(key);
  return form.some((_word, start) => startsWithWords(form.slice(start), key));
}

const minSubstringLength = 6;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function startsWithWords(words: readonly string[], key: string): boolean {
  let text = "";
  for (const word of words) {
    text += word;
    if (text.length >= key.length) break;
  }
  return text === key;
}

/**
 * Returns a name's words in each confusable form. Folds case before and after taking the skeleton, since some letters
 * look alike in one case only (`В` looks like `B`, `в` does not look like `b`). Punctuation is a separator, and can
 * also imitate a letter (`|` looks like `l`).
 */
function wordForms(name: string): string[][] {
  const visible = name.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // A flag is a symbol in one name and spells letters in another.
  const texts = [visible, plainLetters(visible)].flatMap((text) => [text, text.replace(separators, " ")]);
  const forms = texts.flatMap((text) => [skeleton(text.toLowerCase()), skeleton(skeleton(text).toLowerCase())]);
  return [...new Set(forms)].map((form) => form.split(separators).filter(Boolean));
}

/**
 * Latin letters in other shapes, which neither NFKC nor the confusables of UTS #39 replace: small capitals, letters in
 * filled circles and squares, and regional indicators.
 */
const plainLetters = (text: string): string =>
  text
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu, enclosedLetter)
    .replace(smallCapital, (letter) => smallCapitals.get(letter) ?? letter);

/** Starts of the three blocks, each in the order of the alphabet. */
const enclosedBlocks = [0x1f150, 0x1f170, 0x1f1e6];

const enclosedLetter = (symbol: string): string => {
  const code = symbol.codePointAt(0) ?? 0;
  const start = enclosedBlocks.findLast((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
};

const smallCapitals = new Map(
  Array.from(
    "ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz".matchAll(/(.)(.)/gu),
    ([, small = "", plain = ""]) => [small, plain] as const,
  ),
);
const smallCapital = new RegExp(`[${[...smallCapitals.keys()].join("")}]`, "gu");

const separators = /[^\p{L}\p{N}\p{M}]+/gu;

/** UTS #39 §4, with `i` mapped to `l` (alike in one case only) and without accents. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize("NFD"))
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[i1|]/g, "l")
    .replace(/0/g, "o");
