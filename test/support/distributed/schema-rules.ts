import type { Placement } from "./rules.ts";
import { as, isNode, list, type Node } from "./syntax-tree.ts";

/** Returns the unique keys and foreign keys of a parsed migration statement that a cluster refuses, one line each. */
export function brokenKeys(statement: unknown, placement: Placement): string[] {
  const { sharded } = placement;
  const index = as(statement, "IndexStmt");
  if (index?.["unique"] === true) {
    const table = relationName(index);
    const columns = list(index["indexParams"]).map((item) => String(as(item, "IndexElem")?.["name"]));
    return sharded.has(table) && !columns.includes("site_id") ? [`${table}: unique (${columns.join(", ")})`] : [];
  }
  const created = as(statement, "CreateStmt");
  const altered = as(statement, "AlterTableStmt");
  const table = relationName(created ?? altered);
  if (!sharded.has(table)) return [];
  const commands = list(altered?.["cmds"]).map((command) => as(command, "AlterTableCmd")?.["def"]);
  return [...list(created?.["tableElts"]), ...commands].flatMap((item) => {
    const column = as(item, "ColumnDef");
    const columns = column === undefined ? [] : [String(column["colname"])];
    const constraints = column === undefined ? [item] : list(column["constraints"]);
    return constraints.flatMap((constraint) => brokenKey(table, as(constraint, "Constraint"), columns, placement));
  });
}

/** `own`: the column that the constraint is written at. */
function brokenKey(table: string, constraint: Node | undefined, own: string[], { sharded }: Placement): string[] {
  const type = constraint?.["contype"];
  const namesOf = (key: string) => list(constraint?.[key]).map((name) => String(as(name, "String")?.["sval"]));
  if (type === "CONSTR_PRIMARY" || type === "CONSTR_UNIQUE") {
    const columns = own.length > 0 ? own : namesOf("keys");
    return columns.includes("site_id") || constraint?.["indexname"] !== undefined
      ? []
      : [`${table}: unique (${columns.join(", ")})`];
  }
  if (type !== "CONSTR_FOREIGN") return [];
  const target = String(isNode(constraint?.["pktable"]) && constraint["pktable"]["relname"]);
  const columns = own.length > 0 ? own : namesOf("fk_attrs");
  const index = columns.indexOf("site_id");
  const bound = index >= 0 && namesOf("pk_attrs")[index] === "site_id";
  return sharded.has(target) && !bound ? [`${table}: foreign key (${columns.join(", ")}) to ${target}`] : [];
}

const relationName = (node: Node | undefined): string =>
  String(isNode(node?.["relation"]) && node["relation"]["relname"]);

const checked = new Set(["CONSTR_CHECK", "CONSTR_UNIQUE", "CONSTR_PRIMARY", "CONSTR_FOREIGN"]);

/** Returns the changes of a parsed migration statement that a distributed table refuses, one line each. */
export function brokenChanges(statement: unknown): string[] {
  const altered = as(statement, "AlterTableStmt");
  const table = relationName(altered);
  const commands = list(altered?.["cmds"]).map((command) => as(command, "AlterTableCmd"));
  const isAlone = commands.length === 1;
  return commands.flatMap((command) => {
    const column = as(command?.["def"], "ColumnDef");
    const constraints = list(column?.["constraints"]).map((constraint) => as(constraint, "Constraint"));
    if (command?.["subtype"] === "AT_AddColumn" && constraints.some((each) => checked.has(String(each?.["contype"]))))
      return [`${table}: add column ${String(column?.["colname"])} and its constraint in two statements`];
    return command?.["subtype"] === "AT_AddConstraint" && !isAlone
      ? [`${table}: add constraint in a statement of its own`]
      : [];
  });
}
