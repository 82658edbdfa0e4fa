import { withoutStopWords } from "#lib/text/stop-words.ts";
import { type Entry, type Kind, kinds } from "./entry.ts";
import { limits, points } from "./scoring.ts";

const { maxQuery, maxWords, maxOfKind, lengthOfExcerpt } = limits;

/** An entry with its texts in lower case, which every search reads. */
export interface IndexedEntry {
  entry: Entry;
  title: string;
  context: string;
  text: string;
}

/** Lowercases entries once: each search would do it for thousands of them. */
export const indexEntries = (entries: readonly Entry[]): readonly IndexedEntry[] =>
  entries.map((entry) => ({
    entry,
    title: entry.title.toLowerCase(),
    context: entry.context.toLowerCase(),
    text: entry.text.toLowerCase(),
  }));

export interface Result extends Entry {
  /** The part of the text around the first word of the query. */
  excerpt: string;
}

export interface Group {
  kind: Kind;
  results: readonly Result[];
}

/** Reads a query from an address. Empty: nothing is searched. */
export const queryOf = (value: unknown): string =>
  typeof value === "string" ? value.slice(0, maxQuery).replaceAll(/\s+/g, " ").trim() : "";

/** Words in lower case. A plural also finds the singular, as words are compared by their start. */
function wordsOf(query: string): readonly string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.{}/-]*/gu) ?? [];
  const plain = words.map((word) => word.replace(/(?<![./-])[./-]+$/, "")).slice(0, maxWords);
  return withoutStopWords(plain).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word));
}

/**
 * Finds the entries with all words of a query; if there are none, those with at least half of them. Best matches of the
 * title come first, in groups whose best result is best.
 */
export function find(entries: readonly IndexedEntry[], query: string): readonly Group[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const scored = entries.flatMap((indexed) => {
    const { score, matched } = scoreOf(indexed, words);
    return matched * 2 >= words.length && score > 0 ? [{ ...indexed, score, matched }] : [];
  });
  const complete = scored.filter(({ matched }) => matched === words.length);
  const best = (complete.length > 0 ? complete : scored).toSorted(
    (one, other) => other.matched - one.matched || other.score - one.score,
  );
  const byKind = Map.groupBy(best, ({ entry }) => entry.kind);
  return kinds
    .flatMap((kind) => {
      const own = byKind.get(kind) ?? [];
      return own[0] ? [{ kind, first: own[0], own }] : [];
    })
    .toSorted((one, other) => other.first.score - one.first.score)
    .map(({ kind, own }) => ({
      kind,
      results: own
        .slice(0, maxOfKind)
        .map(({ entry, text }) => Object.assign({ excerpt: excerptOf(entry.text, text, words) }, entry)),
    }));
}

function scoreOf({ title, context, text }: IndexedEntry, words: readonly string[]): { score: number; matched: number } {
  let [score, matched] = [0, 0];
  for (const word of words) {
    const wordScore = pointsOf(word, title) + (context.includes(word) ? points.context : 0) + textPoints(word, text);
    if (wordScore > 0) matched += 1;
    score += wordScore;
  }
  // A short title that consists of the words says more than a long one.
  return { score: score + (title === words.join(" ") ? points.whole : 0) - title.length / 50, matched };
}

function pointsOf(word: string, title: string): number {
  if (title === word) return points.whole;
  const at = title.indexOf(word);
  if (at === -1) return 0;
  return at === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(at - 1)) ? points.start : points.title;
}

const textPoints = (word: string, text: string): number => (text.includes(word) ? points.text : 0);

function excerptOf(text: string, lower: string, words: readonly string[]): string {
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const start = first < lengthOfExcerpt / 2 ? 0 : text.lastIndexOf(" ", first - lengthOfExcerpt / 4) + 1;
  const part = text.slice(start, start + lengthOfExcerpt);
  const isCut = start + lengthOfExcerpt < text.length;
  const whole = isCut ? part.slice(0, Math.max(part.lastIndexOf(" "), lengthOfExcerpt / 2)) : part;
  return `${start > 0 ? "… " : ""}${whole.trim()}${isCut ? " …" : ""}`;
}
