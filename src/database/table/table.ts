import schema from "../schema.json" with { type: "json" };
import { Sql } from "../statements/sql.ts";
import { TableParts } from "./table-parts.ts";

export type TableName = keyof typeof schema;

const partsByTable = new Map<string, TableParts>();

/** Returns the parts of statements on a table, of this or another slice. */
export const table = (name: TableName): TableParts => partsOf(name);

/** `table` for a fragment that is the name of a table. */
export const tableNamed = ({ strings: [name = ""] }: Sql): TableParts => partsOf(name);

function partsOf(name: string): TableParts {
  let parts = partsByTable.get(name);
  if (!parts) partsByTable.set(name, (parts = new TableParts(name)));
  return parts;
}
