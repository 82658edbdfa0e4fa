import { createHash } from "node:crypto";
import { reader, writer } from "./node-runner.ts";
import { camelCase } from "../statements/prepared-query.ts";
import type { Statement } from "../statements/statement.ts";

/** A statement that a node of a cluster prepares once, and the coordinator does not plan. */
interface NodeStatement {
  statement: Statement;
  /** Its name on the node, its text and its tables. */
  values: readonly [name: string, text: string, tables: string];
}

/** Tables of a statement: joined ones, and those that it changes. */
const mention =
  /\b(join(?= \w+\s+on\b)|update(?= \w+\s+set\b)|insert into(?= \w+\s+\()|delete from(?= \w+\s+using\b)) (\w+)/g;

/** Returns the text with its tables marked for the node, and their names. */
export function markTables(text: string): { marked: string; tables: string[] } {
  const tables = new Set([...text.matchAll(mention)].map(([, , table = ""]) => table));
  return { marked: text.replaceAll(mention, "$1 {$2} as $2"), tables: [...tables] };
}

const nodeStatements = new WeakMap<Statement, NodeStatement>();

/** Returns the call that runs a statement on the node of a site, with its parameters. */
export function callOnNode(
  plain: Statement,
  parameters: readonly unknown[],
  siteId: string,
): { statement: Statement; values: readonly unknown[] } {
  let call = nodeStatements.get(plain);
  if (!call) nodeStatements.set(plain, (call = nodeStatement(plain, parameters.length)));
  return { statement: call.statement, values: [siteId, ...call.values, ...parameters] };
}

function nodeStatement(plain: Statement, count: number): NodeStatement {
  const { marked, tables } = markTables(plain.text);
  // The same name in all processes, and another one after any change of the text.
  const name = `lectern_${createHash("sha256").update(marked).digest("hex").slice(0, 32)}`;
  // Not as one text: long parameters would be quoted twice.
  const list = Array.from({ length: count }, (_, index) => `$${index + 5}`).join(", ");
  const { writes } = plain;
  const text = `select ${writes ? writer : reader}($1::uuid, $2, $3, $4::text[], array[${list}]::text[]) as answer`;
  const statement = {
    text,
    name: `lectern_${writes ? "write" : "read"}_${count}`,
    writes,
    inIndexOrder: false,
    runs: plain,
  };
  return { statement, values: [name, marked, `{${tables.join(",")}}`] };
}

const keys = new Map<string, string>();

/** Statements of the code have few columns. */
function keyOf(column: string): string {
  let key = keys.get(column);
  if (key === undefined) keys.set(column, (key = camelCase(column)));
  return key;
}

/** Converts the answer of a node: a JSON array, or null without rows. */
export function readNodeAnswer<Row>(answer: unknown, timestamps: ReadonlySet<string>): Row[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The function returns an array of rows.
  const records = (answer ?? []) as Record<string, unknown>[];
  return records.map((record) => {
    const row: Record<string, unknown> = {};
    for (const column in record) {
      const key = keyOf(column);
      const value = record[column];
      row[key] = typeof value === "string" && timestamps.has(key) ? new Date(value) : value;
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The row type is the batch's claim, checked in tests.
    return row as Row;
  });
}
