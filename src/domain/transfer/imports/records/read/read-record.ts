import * as z from "zod";
import { type CsvReader, csvTableOf } from "#lib/csv/csv-table.ts";
import { suggestKnown } from "#lib/text/suggest-known.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import { wrongInput } from "#domain/transfer/imports/wrong-input.ts";
import type { RecordImport } from "../record-import.ts";

type Importable = Pick<RecordImport, "row" | "resource">;

/** Compiles the row reader of a resource, for all file formats. */
export function recordReader({ row, resource }: Importable, timeZone: string) {
  // Ignores read-only fields of the API.
  const resourceFields = Object.keys(resource.shape).map((name) => [name, z.unknown()] as const);
  return wireReader(row, { passing: z.object({ ...Object.fromEntries(resourceFields), ...row.shape }), timeZone });
}

/**
 * Compiles the row reader for a CSV header. Columns without a name are ignored. Throws on unknown columns.
 */
export function csvReaderOf({ row, resource }: Importable, file: string, written: readonly string[]): CsvReader {
  const table = csvTableOf(row);
  const resourceColumns = csvTableOf(resource).columns;
  const isKnown = (name: string) => table.reader([name]).unknown.length === 0 || resourceColumns.includes(name);
  const header = written.map((name) => spellingsOf(name).find(isKnown) ?? name);
  const reader = table.reader(header);
  const repeated = reader.repeated.find((name) => name !== "");
  if (repeated !== undefined) throw wrongInput(file, 1, `the column ${repeated} occurs twice`);
  const unknown = reader.unknown.filter((name) => name !== "" && !resourceColumns.includes(name));
  const [first] = unknown;
  if (first !== undefined) {
    const listed = unknown.length > 10 ? [...unknown.slice(0, 10), `${unknown.length - 10} more`] : unknown;
    throw wrongInput(
      file,
      1,
      `unknown column ${listed.join(", ")}. ${suggestKnown(first, table.columns, "There are none.")}`,
    );
  }
  if (header.every((name) => reader.unknown.includes(name))) {
    throw wrongInput(file, 1, `expected at least one writable column: ${table.columns.join(", ")}.`);
  }
  return reader;
}

/** `External ID` is the column `external_id`, and `Metadata.Source` the key `Source` of the column `metadata`. */
function spellingsOf(name: string): string[] {
  const [first = "", ...rest] = name.split(".");
  return [name, plain(name), [plain(first), ...rest].join(".")];
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s-]+/g, "_");
