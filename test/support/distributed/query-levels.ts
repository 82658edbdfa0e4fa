import { as, columnOf, conjuncts, isNode, list, type Node, statementOf, walk } from "./syntax-tree.ts";

/** One `select`, `insert`, `update` or `delete` of a statement, without those nested in it. */
export interface Level {
  type: "SelectStmt" | "InsertStmt" | "UpdateStmt" | "DeleteStmt";
  fields: Node;
  /** The tables that it reads or changes, by alias. Common table expressions and functions are left out. */
  tables: { alias: string; table: string }[];
  /** Conditions of `where` and of joins. */
  conditions: unknown[];
  /** Part of a common table expression that refers to itself. */
  isRecursive: boolean;
  /** The level around a subquery, to whose tables it can refer. */
  outer: Level | undefined;
  /** The name of a subquery in `from`. */
  alias: string | undefined;
}

export function levelsOf(statement: unknown): Level[] {
  const levels: Level[] = [];
  collect(statement, { expressions: new Set(), isRecursive: false, outer: undefined }, levels);
  return levels;
}

interface Surroundings extends Pick<Level, "isRecursive" | "outer"> {
  alias?: string | undefined;
  /** Names of the common table expressions in scope. */
  expressions: ReadonlySet<string>;
}

function collect(node: unknown, { isRecursive, outer, alias, ...around }: Surroundings, levels: Level[]): void {
  const statement = statementOf(node);
  if (!statement) return;
  const { type, fields } = statement;
  const expressions = new Set(around.expressions);
  const clause = isNode(fields["withClause"]) ? fields["withClause"] : undefined;
  for (const item of list(clause?.["ctes"])) {
    const expression = as(item, "CommonTableExpr");
    const name = String(expression?.["ctename"]);
    const refersToItself = clause?.["recursive"] === true && mentions(expression?.["ctequery"], name);
    if (refersToItself) expressions.add(name);
    collect(expression?.["ctequery"], { expressions, isRecursive: refersToItself, outer }, levels);
    expressions.add(name);
  }
  for (const side of ["larg", "rarg"]) {
    if (isNode(fields[side])) collect({ SelectStmt: fields[side] }, { expressions, isRecursive, outer }, levels);
  }
  const conditions = conjuncts(fields["whereClause"]);
  const level: Level = { type, fields, tables: [], conditions, isRecursive, outer, alias };
  if (isNode(fields["relation"])) addTable(fields["relation"], expressions, level);
  for (const item of [...list(fields["fromClause"]), ...list(fields["usingClause"])])
    addSource(item, expressions, level);
  levels.push(level);
  const nested = Object.entries(fields).filter(([key]) => !["withClause", "larg", "rarg"].includes(key));
  for (const [, value] of nested) {
    walk(value, (child) => {
      const source = as(child, "RangeSubselect");
      const named = isNode(source?.["alias"]) ? String(source["alias"]["aliasname"]) : undefined;
      if (!source && !statementOf(child)) return true;
      collect(source ? source["subquery"] : child, { expressions, isRecursive, outer: level, alias: named }, levels);
      return false;
    });
  }
}

function mentions(query: unknown, name: string): boolean {
  let found = false;
  walk(query, (node) => void (found ||= as(node, "RangeVar")?.["relname"] === name));
  return found;
}

function addSource(item: unknown, expressions: ReadonlySet<string>, level: Level): void {
  const table = as(item, "RangeVar");
  if (table) addTable(table, expressions, level);
  const join = as(item, "JoinExpr");
  if (!join) return;
  addSource(join["larg"], expressions, level);
  addSource(join["rarg"], expressions, level);
  level.conditions.push(...conjuncts(join["quals"]));
}

function addTable(table: Node, expressions: ReadonlySet<string>, level: Level): void {
  const name = String(table["relname"]);
  // A schema is named for the tables of the job queue.
  if (expressions.has(name) || table["schemaname"] !== undefined) return;
  const alias = isNode(table["alias"]) ? String(table["alias"]["aliasname"]) : name;
  level.tables.push({ alias, table: name });
}

/** How the site of a table is known. */
export type Location = "named" | "by the outer query";

/**
 * The sharded tables of a level whose rows have one known site: `site_id` equals a value, or the `site_id` of such a
 * table of the same level or of an outer one.
 */
export function locate(level: Level, sharded: (table: string) => boolean): Map<string, Location> {
  const aliases = level.tables.filter(({ table }) => sharded(table)).map(({ alias }) => alias);
  const located = new Map<string, Location>();
  const equalities = level.conditions.flatMap((condition) => siteEquality(condition, aliases));
  const spread = (way: Location, isKnown: (side: Side) => boolean) => {
    for (let before = -1; before < located.size;) {
      before = located.size;
      for (const sides of equalities) {
        for (const [known, other] of [sides, sides.toReversed()]) {
          if (other?.alias === undefined || !aliases.includes(other.alias) || located.has(other.alias)) continue;
          if (known && isKnown(known)) located.set(other.alias, way);
        }
      }
    }
  };
  if (isLocatedFromOutside(level)) for (const alias of aliases) located.set(alias, "named");
  spread("named", ({ alias }) => alias === undefined || located.get(alias) === "named");
  const outer = level.outer && locate(level.outer, sharded);
  spread(
    "by the outer query",
    ({ alias = "" }) => located.has(alias) || isLocatedOutside(alias, level.outer, outer, sharded),
  );
  return located;
}

/** The outer query names the site of a subquery of one table that the planner merges into it. */
function isLocatedFromOutside({ alias, outer, fields, tables }: Level): boolean {
  if (alias === undefined || !outer || tables.length !== 1) return false;
  if (["limitCount", "limitOffset", "groupClause", "distinctClause"].some((key) => fields[key] !== undefined))
    return false;
  return outer.conditions.some((condition) => {
    const sides = siteEquality(condition, [])[0];
    return sides?.some((side) => side.alias === undefined) === true && sides.some((side) => side.alias === alias);
  });
}

function isLocatedOutside(
  alias: string,
  level: Level | undefined,
  located: ReadonlyMap<string, Location> | undefined,
  sharded: (table: string) => boolean,
): boolean {
  if (!level) return false;
  if (level.tables.some((table) => table.alias === alias)) return located?.has(alias) === true;
  return isLocatedOutside(alias, level.outer, level.outer && locate(level.outer, sharded), sharded);
}

/** A side of an equality: the alias of a `site_id`; undefined for a value. */
interface Side {
  alias: string | undefined;
}

/** The sides of `a.site_id = b.site_id`, `a.site_id = $1`. Other conditions have none. */
function siteEquality(condition: unknown, aliases: readonly string[]): Side[][] {
  const operator = as(condition, "A_Expr");
  if (operator?.["kind"] !== "AEXPR_OP" || as(list(operator["name"])[0], "String")?.["sval"] !== "=") return [];
  const sides = [operator["lexpr"], operator["rexpr"]].flatMap((side) => sideOf(side, aliases) ?? []);
  return sides.length === 2 ? [sides] : [];
}

function sideOf(side: unknown, aliases: readonly string[]): Side | undefined {
  const cast = as(side, "TypeCast");
  if (cast) return sideOf(cast["arg"], aliases);
  if (as(side, "ParamRef") ?? as(side, "A_Const")) return { alias: undefined };
  const names = columnOf(side);
  if (names?.at(-1) !== "site_id") return undefined;
  // A column without a table belongs to the only one that has it.
  return { alias: names.length > 1 ? names[0] : aliases.length === 1 ? aliases[0] : "" };
}
