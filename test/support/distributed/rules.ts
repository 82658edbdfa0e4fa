import { type Level, levelsOf, locate } from "./query-levels.ts";
import { as, columnOf, functionName, isNode, list, type Node, statementOf, walk } from "./syntax-tree.ts";

/** Tables by their place on a cluster. Others stay on the coordinator. */
export interface Placement {
  /** Spread over the nodes by `site_id`. */
  sharded: ReadonlySet<string>;
  /** Copied to every node. */
  references: ReadonlySet<string>;
}

/**
 * Functions that are not immutable (`pg_proc.provolatile`), as far as statements may use them. Without `extract`, which
 * is immutable for differences of times.
 */
const notImmutable = new Set(
  `concat concat_ws format to_char to_date to_timestamp array_to_string
   quote_literal to_json to_jsonb row_to_json json_build_object jsonb_build_object jsonb_build_array
   jsonb_agg json_agg jsonb_object_agg jsonb_populate_record jsonb_populate_recordset jsonb_to_record jsonb_to_recordset
   now statement_timestamp clock_timestamp transaction_timestamp timeofday date_trunc age
   random gen_random_uuid currval nextval lastval setval set_config current_setting`.split(/\s+/),
);

/** Returns the rules for distributed tables that a parsed statement breaks, one line each. */
export function brokenRules(statement: unknown, placement: Placement): string[] {
  const levels = levelsOf(statement);
  const problems = new Set(levels.flatMap((level) => siteProblems(level, placement)));
  if (hasNestedJoin(statement)) problems.add("a join in parentheses is computed first, for all rows");
  const { sharded, references } = placement;
  for (const level of levels) {
    if (!level.tables.some(({ table }) => sharded.has(table) || references.has(table))) continue;
    for (const problem of changeProblems(level)) problems.add(problem);
  }
  return [...problems];
}

/** Only `select` statements that lock nothing may follow the site of an outer query. */
function siteProblems(level: Level, { sharded }: Placement): string[] {
  const located = locate(level, (table) => sharded.has(table));
  const problems: string[] = [];
  for (const { alias, table } of level.tables.filter((each) => sharded.has(each.table))) {
    if (located.get(alias) === "named" || isInserted(level, alias)) continue;
    const name = alias === table ? table : `${table} as ${alias}`;
    const where = changes(level) ?? (located.has(alias) ? undefined : "");
    if (where !== undefined) problems.push(`${name}: no site_id that equals a value${where}`);
  }
  return problems;
}

/** How a level, or one around it, prevents that the nodes plan it as a whole. */
function changes({ type, fields, isRecursive, outer }: Level): string | undefined {
  if (isRecursive) return ", in a recursive query";
  if (fields["lockingClause"] !== undefined) return ", in a query that locks rows";
  if (type !== "SelectStmt") return ", in a statement that changes rows";
  return outer && changes(outer);
}

/** The target of an insert needs the column in its list. */
const isInserted = ({ type, fields, tables }: Level, alias: string): boolean =>
  type === "InsertStmt" &&
  alias === tables[0]?.alias &&
  list(fields["cols"]).some((column) => as(column, "ResTarget")?.["name"] === "site_id");

/** The coordinator computes these expressions, or refuses to. */
function changeProblems({ type, fields }: Level): string[] {
  if (type === "SelectStmt") return [];
  const problems: string[] = [];
  const conflict = isNode(fields["onConflictClause"]) ? fields["onConflictClause"] : undefined;
  const upsert = [conflict?.["targetList"], conflict?.["whereClause"]];
  if (upsert.some(hasSubquery)) problems.push("subquery in on conflict do update");
  problems.push(...upsert.flatMap(mutable).map((name) => `${name}() in on conflict do update is not immutable`));
  const returning = isNode(fields["returningClause"]) ? fields["returningClause"] : fields["returningList"];
  problems.push(...mutable(returning).map((name) => `${name}() in returning is not immutable`));
  if (type === "InsertStmt") return problems;
  const changed = [fields["targetList"], fields["whereClause"]];
  problems.push(
    ...changed.flatMap(mutableOfColumns).map((name) => `${name}() of a column in a change is not immutable`),
  );
  problems.push(...changed.flatMap(mutableInCase).map((name) => `${name}() in case or coalesce is not immutable`));
  return problems;
}

/** `a join (b join c on …) on …`: batches and the nodes of a cluster keep the written order (`planner-options.ts`). */
function hasNestedJoin(value: unknown): boolean {
  let found = false;
  walk(value, (node) => void (found ||= as(as(node, "JoinExpr")?.["rarg"], "JoinExpr") !== undefined));
  return found;
}

function hasSubquery(value: unknown): boolean {
  let found = false;
  walk(value, (node) => void (found ||= statementOf(node) !== undefined));
  return found;
}

/** The calls of functions that are not immutable, outside of subqueries. */
function calls(value: unknown): Node[] {
  const found: Node[] = [];
  walk(value, (node) => {
    const call = as(node, "FuncCall");
    if (call && notImmutable.has(functionName(call))) found.push(call);
    return statementOf(node) === undefined;
  });
  return found;
}

const mutable = (value: unknown): string[] => calls(value).map(functionName);

const mutableOfColumns = (value: unknown): string[] =>
  calls(value)
    .filter((call) => {
      let reads = false;
      walk(call["args"], (node) => void (reads ||= columnOf(node) !== undefined));
      return reads;
    })
    .map(functionName);

/** A day has another length where the clocks change. */
function addsInterval(value: unknown): boolean {
  let found = false;
  walk(value, (node) => {
    const type = as(node, "TypeCast")?.["typeName"];
    const names = isNode(type) ? list(type["names"]) : [];
    found ||= as(names.at(-1), "String")?.["sval"] === "interval";
  });
  return found;
}

function mutableInCase(value: unknown): string[] {
  const found: string[] = [];
  walk(value, (node) => {
    const choice = as(node, "CaseExpr") ?? as(node, "CoalesceExpr");
    if (choice) found.push(...mutable(choice));
    if (choice && addsInterval(choice)) found.push("interval");
    return statementOf(node) === undefined;
  });
  return found;
}
