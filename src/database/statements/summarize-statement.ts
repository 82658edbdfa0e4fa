import type { Statement } from "./statement.ts";

/**
 * Returns a short name for a statement: `select tokens members`, `insert tokens, update families`. It has tables only,
 * so that its values are bounded and contain no parameters.
 */
export function summarize(sent: Pick<Statement, "text" | "runs">): string {
  const statement = sent.runs ?? sent;
  let summary = summaries.get(statement);
  if (summary === undefined) summaries.set(statement, (summary = summaryOf(statement.text)));
  return summary;
}

const summaries = new WeakMap<object, string>();

const maxTablesAndWrites = 3;

const commonTable = /\b([a-z_]\w*) as (?:materialized |not materialized )?\(/g;
const access =
  /\b(distinct from|insert into|delete from|do update|for update|key update|update|from|join|using) (?:only )?([a-z_][\w.]*)(\(?)/g;
const call = /^select ([a-z_][\w.]*)\(/;

function summaryOf(sql: string): string {
  const text = sql
    .replaceAll(/\/\*[^*]*\*\//g, " ")
    .replaceAll(/[\s"]+/g, " ")
    .trim()
    .toLowerCase();
  const temporary = new Set([...text.matchAll(commonTable)].map(([, name]) => name));
  const reads = new Set<string>();
  const writes = new Set<string>();
  for (const [, how = "", table = "", parenthesis] of text.matchAll(access)) {
    const [verb = ""] = how.split(" ");
    const isWrite = verb === "insert" || verb === "delete" || how === "update";
    if (temporary.has(table) || notTables.has(table) || (parenthesis === "(" && !isWrite)) continue;
    if (isWrite) writes.add(`${verb} ${table}`);
    else if (how === "from" || how === "join" || how === "using") reads.add(table);
  }
  if (writes.size > 0) return [...writes].slice(0, maxTablesAndWrites).join(", ");
  if (reads.size > 0) return `select ${[...reads].slice(0, maxTablesAndWrites).join(" ")}`;
  const [, called] = call.exec(text) ?? [];
  return called === undefined ? (/^[a-z]+/.exec(text)?.[0] ?? "other") : `select ${called}`;
}

/** Keywords that follow the same words. */
const notTables: ReadonlySet<string> = new Set(["set", "lateral", "of", "unnest", "select", "values"]);
