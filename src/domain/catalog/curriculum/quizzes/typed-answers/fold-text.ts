import { trimBlank } from "#lib/text/blank.ts";
import { plainCharacters } from "./character-forms.ts";

/**
 * Returns the form in which typed answers are compared (docs/guides/quizzes.md): plain characters, without case, with
 * spaces between letters and digits only, one dash for several, and without the full stop at the end.
 */
export const foldText = (text: string): string =>
  foldCase(plainCharacters(text))
    .replace(/ ?([^\p{L}\p{M}\p{N} ])(?: (?!\p{M}))?/gu, "$1")
    // Raised digits of units are often typed as plain ones: m², m^2 and m2.
    .replace(/(?<=\p{L})\^(?=\d|[+-](?!\d))/gu, "")
    .replaceAll('"', "''")
    .replace(/-{2,}/g, "-")
    .replace(/\.{3,}/g, "...")
    .replace(/(?<=[^.])\.$/, "");

/** Folds the case, as Unicode does in full: ß is ss, and ς is σ. */
const foldCase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("ς", "σ")
    .replaceAll(/i\u0307+/g, "i")
    // Upper case is I in most languages, also for this letter.
    .replaceAll("ı", "i")
    .normalize("NFKC");

/** Returns true if typed answers are equal by folding. Texts of invisible characters only equal nothing. */
export function isSameFolded(folded: string, accepted: string): boolean {
  return folded !== "" && foldText(accepted) === folded;
}

/** The form for exact comparison: canonical equivalents (NFC) and spaces around the text are the same. */
export const exactText = (text: string): string => trimBlank(text).normalize("NFC");
