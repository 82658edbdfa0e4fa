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
  const forms = [skeleton(visible.toLowerCase()), skeleton(skeleton(visible).toLowerCase())];
  const spaced = visible.replace(separators, " ");
  forms.push(skeleton(spaced.toLowerCase()), skeleton(skeleton(spaced).toLowerCase()));
  return [...new Set(forms)].map((form) => form.split(separators).filter(Boolean));
}

const separators = /[^\p{L}\p{N}\p{M}]+/gu;

/** UTS #39 §4, with `i` mapped to `l` (alike in one case only) and without accents. */
const skeleton = (text: string): string =>
  unhomoglyph(text.normalize("NFD"))
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[i1|]/g, "l")
    .replace(/0/g, "o");
