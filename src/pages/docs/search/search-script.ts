import { stopWords } from "#lib/text/stop-words.ts";
import { docsAsset } from "../docs-asset.ts";
import { limits, points } from "./scoring.ts";

const { maxQuery, maxWords, maxOfKind, lengthOfExcerpt } = limits;

/**
 * Searches the entries of an export in the browser, as `find.ts` does at a server: a test compares both. The page names
 * the file with the entries, which is fetched for a query only.
 */
export const searchScript = docsAsset(
  "search",
  "js",
  `const found = document.querySelector("#found");
const kinds = JSON.parse(found.dataset.kinds);
const query = (new URLSearchParams(location.search).get("q") ?? "").slice(0, ${maxQuery}).replaceAll(/\\s+/g, " ").trim();
const stopWords = new Set(${JSON.stringify([...stopWords])});
const points = ${JSON.stringify(points)};

function wordsOf(text) {
  const words = text.toLowerCase().match(/[\\p{L}\\p{N}][\\p{L}\\p{N}_.{}/-]*/gu) ?? [];
  const plain = words.map((word) => word.replace(/(?<![./-])[./-]+$/, "")).slice(0, ${maxWords});
  const rest = plain.filter((word) => !stopWords.has(word));
  return (rest.length > 0 ? rest : plain).map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word));
}

function pointsOf(word, title) {
  if (title === word) return points.whole;
  const at = title.indexOf(word);
  if (at === -1) return 0;
  return at === 0 || !/[\\p{L}\\p{N}]/u.test(title.charAt(at - 1)) ? points.start : points.title;
}

function scoreOf(entry, words) {
  const [title, context, text] = [entry.title, entry.context, entry.text].map((part) => part.toLowerCase());
  let score = 0;
  let matched = 0;
  for (const word of words) {
    const own = pointsOf(word, title) + (context.includes(word) ? points.context : 0) + (text.includes(word) ? points.text : 0);
    if (own > 0) matched += 1;
    score += own;
  }
  return { entry, matched, score: score + (title === words.join(" ") ? points.whole : 0) - title.length / 50 };
}

function find(entries, words) {
  const scored = entries
    .map((entry) => scoreOf(entry, words))
    .filter(({ matched, score }) => matched * 2 >= words.length && score > 0);
  const complete = scored.filter(({ matched }) => matched === words.length);
  const best = (complete.length > 0 ? complete : scored).sort(
    (one, other) => other.matched - one.matched || other.score - one.score,
  );
  return Object.keys(kinds)
    .map((kind) => ({ kind, own: best.filter(({ entry }) => entry.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .sort((one, other) => other.own[0].score - one.own[0].score)
    .map(({ kind, own }) => ({ kind, results: own.slice(0, ${maxOfKind}).map(({ entry }) => entry) }));
}

function excerptOf(text, words) {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  const start = first === Infinity || first < ${lengthOfExcerpt / 2} ? 0 : text.lastIndexOf(" ", first - ${lengthOfExcerpt / 4}) + 1;
  const part = text.slice(start, start + ${lengthOfExcerpt});
  const isCut = start + ${lengthOfExcerpt} < text.length;
  const whole = isCut ? part.slice(0, Math.max(part.lastIndexOf(" "), ${lengthOfExcerpt / 2})) : part;
  return (start > 0 ? "… " : "") + whole.trim() + (isCut ? " …" : "");
}

function make(name, text, ...children) {
  const element = document.createElement(name);
  element.append(text, ...children);
  return element;
}

function resultOf({ kind, path, title, context, text }, words) {
  const link = kind === "guides" || kind === "operations" ? make("a", title) : make("a", make("code", title));
  link.href = path;
  const item = make("li", link);
  if (context) item.append(Object.assign(make("p", context), { className: "soft" }));
  const excerpt = excerptOf(text, words);
  if (excerpt) item.append(make("p", excerpt));
  return item;
}

document.querySelector("#q").value = query;
const words = wordsOf(query);
if (words.length > 0) {
  const response = await fetch(found.querySelector("a").href);
  const groups = find(await response.json(), words);
  const lists = groups.flatMap(({ kind, results }) => {
    const list = make("ul", "", ...results.map((entry) => resultOf(entry, words)));
    list.className = "topics";
    list.lang = "en";
    return [make("h2", kinds[kind]), list];
  });
  found.replaceChildren(...(lists.length > 0 ? lists : [Object.assign(make("p", found.dataset.nothing), { className: "prose after" })]));
}
`,
);
