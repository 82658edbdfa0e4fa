import * as z from "zod";
import { byteOrderMark, csvRecord } from "#lib/csv/csv-record.ts";
import { csvTableOf } from "#lib/csv/csv-table.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import type { ExportFormat, ExportName } from "./export-names.ts";
import { lists } from "./lists.ts";

/** Serializes rows for a file. */
export interface RowText {
  /** The beginning of the file. */
  head: string;
  /** Serializes a row, given in wire format. */
  of: (row: object) => string;
}

/** The schema of a list item. */
export const itemOf = (name: ExportName): z.ZodObject => {
  const { data } = fieldsIn(lists[name].list.output);
  if (data instanceof z.ZodArray && data.element instanceof z.ZodObject) return data.element;
  throw new Error(`The list ${name} has no schema of its items.`);
};

export function rowTextOf(name: ExportName, format: ExportFormat): RowText {
  if (format === "ndjson") return { head: "", of: (row) => `${JSON.stringify(row)}\n` };
  const table = csvTableOf(itemOf(name));
  return { head: byteOrderMark + csvRecord(table.columns), of: (row) => csvRecord(table.cellsOf(row)) };
}
