/**
 * Searches the entries of an exported documentation in the browser, as `find.ts` does at a server: a test compares both.
 * The page names the file with the entries, which is fetched for a query only.
 */
interface Entry {
  kind: string;
  path: string;
  title: string;
  context: string;
  text: string;
}

/** The rules of the server, which the page names. */
interface Rules {
  limits: { maxQuery: number; maxWords: number; maxOfKind: number; lengthOfExcerpt: number };
  points: { whole: number; start: number; title: number; context: number; text: number };
  stopWords: string[];
}

interface Scored {
  entry: Entry;
  matched: number;
  score: number;
}

const found = document.querySelector<HTMLElement>("#found");
if (found) await showResults(found);

async function showResults(place: HTMLElement): Promise<void> {
  const { kinds: namesOfKinds = "{}", rules: givenRules = "{}", nothing = "" } = place.dataset;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The page has both.
  const [kinds, rules] = [JSON.parse(namesOfKinds) as Record<string, string>, JSON.parse(givenRules) as Rules];
  const { maxQuery } = rules.limits;
  const typed = new URLSearchParams(location.search).get("q") ?? "";
  const query = typed.slice(0, maxQuery).replaceAll(/\s+/g, " ").trim();
  const input = document.querySelector<HTMLInputElement>("#q");
  if (input) input.value = query;
  const words = wordsOf(query, rules);
  const file = place.querySelector("a")?.href;
  if (words.length === 0 || file === undefined) return;
  const response = await fetch(file);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The file belongs to the page.
  const entries = (await response.json()) as Entry[];
  const lists = find(entries, words, { kinds, rules }).flatMap(({ kind, results }) => {
    const list = make("ul", "", ...results.map((entry) => resultOf(entry, words, rules)));
    list.className = "topics";
    list.lang = "en";
    return [make("h2", kinds[kind] ?? ""), list];
  });
  const none = Object.assign(make("p", nothing), { className: "prose after" });
  place.replaceChildren(...(lists.length > 0 ? lists : [none]));
}

function wordsOf(text: string, { limits, stopWords }: Rules): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.{}/-]*/gu) ?? [];
  const plain = words.map((word) => word.replace(/(?<![./-])[./-]+$/, "")).slice(0, limits.maxWords);
  const rest = plain.filter((word) => !stopWords.includes(word));
  return (rest.length > 0 ? rest : plain).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word));
}

function pointsOf(word: string, title: string, { points }: Rules): number {
  if (title === word) return points.whole;
  const position = title.indexOf(word);
  if (position === -1) return 0;
  return position === 0 || !/[\p{L}\p{N}]/u.test(title.charAt(position - 1)) ? points.start : points.title;
}

function scoreOf(entry: Entry, words: readonly string[], rules: Rules): Scored {
  const { points } = rules;
  const [title, context, text] = [entry.title.toLowerCase(), entry.context.toLowerCase(), entry.text.toLowerCase()];
  let score = 0;
  let matched = 0;
  for (const word of words) {
    const inContext = context.includes(word) ? points.context : 0;
    const inText = text.includes(word) ? points.text : 0;
    const own = pointsOf(word, title, rules) + inContext + inText;
    if (own > 0) matched += 1;
    score += own;
  }
  return { entry, matched, score: score + (title === words.join(" ") ? points.whole : 0) - title.length / 50 };
}

function find(
  entries: readonly Entry[],
  words: readonly string[],
  { kinds, rules }: { kinds: Record<string, string>; rules: Rules },
): { kind: string; results: Entry[] }[] {
  const scored = entries
    .map((entry) => scoreOf(entry, words, rules))
    .filter(({ matched, score }) => matched * 2 >= words.length && score > 0);
  const complete = scored.filter(({ matched }) => matched === words.length);
  const best = (complete.length > 0 ? complete : scored).toSorted(
    (one, other) => other.matched - one.matched || other.score - one.score,
  );
  return Object.keys(kinds)
    .map((kind) => ({ kind, own: best.filter(({ entry }) => entry.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .toSorted((one, other) => (other.own[0]?.score ?? 0) - (one.own[0]?.score ?? 0))
    .map(({ kind, own }) => ({ kind, results: own.slice(0, rules.limits.maxOfKind).map(({ entry }) => entry) }));
}

function excerptOf(text: string, words: readonly string[], { limits: { lengthOfExcerpt: length } }: Rules): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((position) => position >= 0));
  const isAtStart = first === Infinity || first < length / 2;
  const start = isAtStart ? 0 : text.lastIndexOf(" ", first - length / 4) + 1;
  const part = text.slice(start, start + length);
  const isCut = start + length < text.length;
  const whole = isCut ? part.slice(0, Math.max(part.lastIndexOf(" "), length / 2)) : part;
  return (start > 0 ? "… " : "") + whole.trim() + (isCut ? " …" : "");
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...children);
  return element;
}

function resultOf({ kind, path, title, context, text }: Entry, words: readonly string[], rules: Rules): HTMLElement {
  const isPlain = kind === "guides" || kind === "operations";
  const link = make("a", isPlain ? title : make("code", title));
  link.href = path;
  const item = make("li", link);
  if (context) item.append(Object.assign(make("p", context), { className: "soft" }));
  const excerpt = excerptOf(text, words, rules);
  if (excerpt) item.append(make("p", excerpt));
  return item;
}
