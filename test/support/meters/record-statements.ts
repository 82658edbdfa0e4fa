import { writeFileSync } from "node:fs";
import path from "node:path";
import { isMainThread, threadId } from "node:worker_threads";
import pg from "pg";

/**
 * Loaded before the tests by `test/run.ts`: writes all statements that the product sends to a file of the folder, with
 * what they declare about public content. Statements of the tests themselves are left out.
 */
const folder = process.env["TEST_RECORD_STATEMENTS"];
if (folder === undefined) throw new Error("TEST_RECORD_STATEMENTS must name a folder.");

/** Statements that change public content, with the index of the site, and all others. */
const changing = new Map<string, number>();
const notChanging = new Set<string>();

/** Statements of tests, with the number of times that they were seen. Tests and the product send few in common. */
const ofTests = new Map<string, number>();
const maxLooks = 20;

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [{ constructor: { name: string }; statement: Sent } | undefined];
  if (query?.constructor.name === "PreparedQuery") record(query.statement);
  return original.apply(this, args);
} as typeof pg.Client.prototype.query;

interface Sent {
  text: string;
  content?: number;
}

function record({ text, content }: Sent): void {
  if (content === undefined ? notChanging.has(text) : changing.has(text)) return;
  const looks = ofTests.get(text) ?? 0;
  if (looks === maxLooks) return;
  if (!isOfProduct(currentStack())) return void ofTests.set(text, looks + 1);
  if (content === undefined) notChanging.add(text);
  else changing.set(text, content);
}

function currentStack(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}

/** Decides by the caller of the database layer. Batches have none: they are sent in a later turn. */
function isOfProduct(stack: string): boolean {
  const caller = stack.split("\n").find((line) => /\/(src|test|bench|tools)\//.test(line) && !isLayer(line));
  return caller === undefined || caller.includes("/src/");
}

/** `count-statements.ts` wraps the same function, so its line is on every stack once a test has loaded it. */
const isLayer = (line: string) => /\/src\/database\/|\/support\/meters\/(?:record|count)-statements\.ts/.test(line);

const name = isMainThread ? String(process.pid) : `${process.pid}-${threadId}`;
const recorded = () => [
  ...[...changing].map(([text, content]) => ({ text, content })),
  ...[...notChanging].map((text) => ({ text, content: null })),
];
process.on("exit", () => writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(recorded())));
