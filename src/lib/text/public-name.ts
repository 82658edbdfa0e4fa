import { segmenter } from "./formats.ts";

/**
 * Abbreviates a name for public display: `Ana`, `A. L.`, `王○○`; null if hidden or missing. One-word names with the
 * family name first keep only that part, as customary.
 */
export function publicName(name: string | null, how: "full" | "first" | "initials" | "none"): string | null {
  const words = (name ?? "").split(/\s+/u).filter((word) => word !== "");
  const [first] = words;
  if (first === undefined || how === "none") return null;
  if (how === "full") return words.join(" ");
  if (words.length === 1 && isFamilyNameFirst(first))
    return `${lettersOf(first)[0]}${"○".repeat(lettersOf(first).length - 1)}`;
  return how === "first"
    ? first
    : words
        .slice(0, 3)
        .map((word) => `${lettersOf(word)[0]}.`)
        .join(" ");
}

const isFamilyNameFirst = (word: string): boolean => /^(?:\p{Script=Han}|\p{Script=Hangul}){2,5}$/u.test(word);

const lettersOf = (word: string): string[] => [...segmenter().segment(word)].map(({ segment }) => segment);
