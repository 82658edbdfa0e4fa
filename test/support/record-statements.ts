import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";

/**
 * Loaded before the tests by `tools/record-release.ts`: writes the texts of all statements that the product sends to a
 * file of the folder. Statements of the tests themselves are left out.
 */
const folder = process.env["LECTERN_RECORD_STATEMENTS"];
if (folder === undefined) throw new Error("LECTERN_RECORD_STATEMENTS must name a folder.");

const seen = new Set<string>();
Error.stackTraceLimit = 60;

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const original = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [query] = args as [{ constructor: { name: string }; text: string } | undefined];
  if (query?.constructor.name === "PreparedQuery" && !seen.has(query.text) && isOfProduct(new Error().stack ?? "")) {
    seen.add(query.text);
  }
  return original.apply(this, args);
} as typeof pg.Client.prototype.query;

/** Decides by the caller of the database layer. Batches have none: they are sent in a later turn. */
function isOfProduct(stack: string): boolean {
  const caller = stack.split("\n").find((line) => /\/(src|test|bench|tools)\//.test(line) && !isLayer(line));
  return caller === undefined || caller.includes("/src/");
}

const isLayer = (line: string) => line.includes("/src/database/") || line.includes("/support/record-statements.ts");

process.on("exit", () => writeFileSync(path.join(folder, `${process.pid}.json`), JSON.stringify([...seen])));
