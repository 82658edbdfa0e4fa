import { parse } from "libpg-query";
import schema from "#database/schema.json" with { type: "json" };
import { hidden, hiddenInserts, isHiddenUpdate } from "#database/content/hidden-writes.ts";
import { as, columnOf, isNode, list, type Node, statementOf, walk } from "../distributed/syntax-tree.ts";

/** A statement, with the index of the value that it declares to be the site of changed content (`contentOf`). */
export interface Declared {
  text: string;
  content: number | null;
}

/** Returns how a statement declares a change of public content wrongly. */
export async function declarationProblem({ text, content }: Declared): Promise<string | undefined> {
  const { stmts = [] } = await parse(text);
  for (const { stmt } of stmts) {
    const writes = writesOf(stmt);
    if (!writes.every(({ table }) => tables.has(table))) continue;
    const changing = writes.filter(changesContent);
    if (changing.length > 0 && content === null) return "changes public content: name the site with contentOf";
    if (content === null) continue;
    if (changing.length === 0) return "changes no public content: name the site without contentOf";
    if (/^\s*with requested as/.test(text)) return "a batch has several sites, so it cannot change public content";
    if (!sitesOf(stmt).has(content + 1)) return `contentOf marks $${content + 1}, which is not the site`;
    if (!countsChanges(stmt, changing))
      return "its count is that of other rows: change public content in the main query";
  }
  return undefined;
}

/** Other tables are those of tests, which also write new resources into copies of the sources. */
const tables = new Set(Object.keys(schema));

/** The writes of a syntax tree. The job queue has a schema of its own. */
function writesOf(tree: unknown): Write[] {
  const writes: Write[] = [];
  walk(tree, (node) => {
    const found = statementOf(node);
    if (!found || found.type === "SelectStmt" || !isNode(found.fields["relation"])) return;
    const { schemaname, relname } = found.fields["relation"];
    if (schemaname === undefined) writes.push({ ...found, table: String(relname) });
  });
  return writes;
}

interface Write {
  type: string;
  table: string;
  fields: Node;
}

function changesContent({ type, table, fields }: Write): boolean {
  if (hidden.has(table)) return false;
  const columns = list(fields["targetList"]).map((target) => String(as(target, "ResTarget")?.["name"]));
  if (type === "UpdateStmt") return !isHiddenUpdate(table, columns);
  const conflict = fields["onConflictClause"];
  const changesExisting = isNode(conflict) && conflict["action"] !== "ONCONFLICT_NOTHING";
  return type === "DeleteStmt" || !hiddenInserts.has(table) || changesExisting;
}

/** The count of the server is that of the changed rows, or it says that it read rows (`raise-version.ts`). */
function countsChanges(tree: unknown, changing: readonly Write[]): boolean {
  const main = statementOf(tree);
  return main?.type === "SelectStmt" || changing.every(({ fields }) => fields === main?.fields);
}

/** The numbers of the parameters that are the site. */
function sitesOf(tree: unknown): Set<number> {
  const sites = new Set<number>();
  const add = (value: unknown) => {
    const number = numberOf(value);
    if (number !== undefined) sites.add(number);
  };
  const reads = JSON.stringify(tree).includes('"relname":"sites"') ? ["site_id", "id"] : ["site_id"];
  walk(tree, (node) => {
    const comparison = as(node, "A_Expr");
    if (reads.includes(columnOf(comparison?.["lexpr"])?.at(-1) ?? "")) add(comparison?.["rexpr"]);
    const target = as(node, "ResTarget");
    if (target?.["name"] === "site_id") add(target["val"]);
    const insert = as(node, "InsertStmt");
    if (insert) for (const value of insertedSites(insert)) add(value);
  });
  return sites;
}

/** The values that an insert has for the column of the site. */
function insertedSites({ relation, cols, selectStmt }: Node): unknown[] {
  const column = isNode(relation) && relation["relname"] === "sites" ? "id" : "site_id";
  const index = list(cols).findIndex((target) => as(target, "ResTarget")?.["name"] === column);
  const select = as(selectStmt, "SelectStmt");
  const rows = list(select?.["valuesLists"]).map((row) => list(as(row, "List")?.["items"])[index]);
  return [...rows, as(list(select?.["targetList"])[index], "ResTarget")?.["val"]];
}

function numberOf(value: unknown): number | undefined {
  const number = as(as(value, "TypeCast")?.["arg"] ?? value, "ParamRef")?.["number"];
  return typeof number === "number" ? number : undefined;
}
