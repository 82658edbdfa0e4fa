import { pause } from "#lib/event-loop/pause.ts";
import { nearest } from "#lib/text/nearest.ts";
import { tokensOf } from "#lib/text/search-tokens.ts";
import { withoutStopWords } from "#lib/text/stop-words.ts";
import { schemasOf } from "../schemas/generated-schemas.ts";
import type { IndexedTool } from "./tool-index.ts";

/** Weights of the fields that contain a word. */
const weights = { name: 8, title: 5, description: 2, argument: 1 } as const;
/** A word that only begins with the sought one counts less. */
const prefixShare = 0.6;
const maxWords = 12;

type Weights = ReadonlyMap<string, number>;

const indexed = new Map<IndexedTool, Weights>();

/** Words of agents for the words of the tools. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  edit: ["update", "save", "change"],
  modify: ["update", "save", "change"],
  add: ["create", "save"],
  new: ["create", "save"],
  remove: ["delete", "disable"],
  cancel: ["change"],
  off: ["disable"],
  stop: ["disable", "cancel"],
  deactivate: ["disable"],
  money: ["refund", "order", "payment"],
  invoice: ["order"],
  sale: ["order"],
  sales: ["order", "analytics"],
  revenue: ["analytics"],
  statistics: ["analytics"],
  user: ["member"],
  learner: ["student"],
  teacher: ["lecturer"],
  instructor: ["lecturer"],
  lesson: ["lecture"],
  chapter: ["section"],
  module: ["section"],
  download: ["product", "file"],
  theme: ["appearance"],
  design: ["appearance"],
  blog: ["post"],
  article: ["post"],
  question: ["comment"],
  price: ["plan", "pricing"],
  webinar: ["event"],
};

/** Returns the tools that match any of the words, best first; without words, all in their order. */
export async function findTools(query: string, among: readonly IndexedTool[]): Promise<readonly IndexedTool[]> {
  const words = withoutStopWords(tokensOf(query)).slice(0, maxWords);
  if (words.length === 0) return among;
  const tables: (readonly [IndexedTool, Weights])[] = [];
  for (const tool of among) {
    tables.push([tool, await weightsOf(tool)]);
    const turn = pause();
    if (turn) await turn;
  }
  const vocabulary = [...new Set(tables.flatMap(([, table]) => [...table.keys()]))];
  const known = new Set(vocabulary);
  const sought = words.map((word) => variantsOf(word, known, vocabulary));
  return tables
    .map(([tool, table]) => ({ tool, score: scoreOf(table, sought) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ tool }) => tool);
}

/** The words of a tool, each with the weight of the best field that contains it. */
async function weightsOf(tool: IndexedTool): Promise<Weights> {
  const known = indexed.get(tool);
  if (known) return known;
  const table = new Map<string, number>();
  const add = (text: string, weight: number) => {
    for (const word of tokensOf(text.replaceAll("_", " "))) {
      for (const form of new Set([word, singular(word)])) table.set(form, Math.max(weight, table.get(form) ?? 0));
    }
  };
  const { properties = {} } = (await schemasOf(tool)).inputSchema;
  add(Object.keys(properties).join(" "), weights.argument);
  add(tool.description, weights.description);
  add(tool.title, weights.title);
  add(tool.name, weights.name);
  indexed.set(tool, table);
  return table;
}

const singular = (word: string): string =>
  word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;

/** The word, its singular and synonyms; for a word that no tool has, the one that a typing error turns it into. */
function variantsOf(word: string, known: ReadonlySet<string>, vocabulary: readonly string[]): readonly string[] {
  const base = singular(word);
  const variants = [...new Set([word, base, ...(synonyms[base] ?? [])])];
  const hasPrefix = variants.some((variant) => known.has(variant)) || vocabulary.some((one) => one.startsWith(base));
  const corrected = hasPrefix ? undefined : nearest(base, vocabulary);
  return corrected === undefined ? variants : [corrected];
}

function scoreOf(table: Weights, sought: readonly (readonly string[])[]): number {
  let score = 0;
  let matched = 0;
  for (const variants of sought) {
    const best = Math.max(...variants.map((variant, index) => weightIn(table, variant) * (index < 2 ? 1 : 0.5)));
    if (best > 0) matched++;
    score += best;
  }
  // A tool that matches every word comes before one that matches one word well.
  return score * matched;
}

function weightIn(table: Weights, word: string): number {
  const exact = table.get(word);
  if (exact !== undefined) return exact;
  if (word.length < 3) return 0;
  let best = 0;
  for (const [candidate, weight] of table) {
    if (candidate.startsWith(word)) best = Math.max(best, weight * prefixShare);
  }
  return best;
}
