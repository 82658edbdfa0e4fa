import type * as z from "zod";
import type { CsvReader } from "#lib/csv/csv-table.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { dateInputOf } from "#lib/wire/date-input.ts";
import { toWire } from "#lib/wire/names.ts";
import { isoOfWrittenDate } from "#lib/time/written-date.ts";
import type { RecordImport } from "../records/record-import.ts";
import { csvReaderOf } from "../records/read/read-record.ts";
import type { RecordName } from "../records/record-imports.ts";
import { wrongInput } from "../wrong-input.ts";
import { extraColumns, type School, withExtraColumns } from "./extra-columns.ts";

/** The meaning of the columns of a file. */
export interface ColumnMatch {
  /** The column of the resource by the header in the file. Null leaves a column out. */
  columns: Readonly<Record<string, string | null>>;
  /** Values of columns that the file does not have, for all rows. */
  fixed: Readonly<Record<string, string>>;
}

interface Target {
  name: RecordName;
  what: Pick<RecordImport, "row" | "resource">;
  school: School;
}

/**
 * Compiles the reader of a file whose columns have other names. Dates are accepted as people write them. Headers without
 * an entry are read by their own names.
 */
export function matchedReaderOf(
  { name, what, school }: Target,
  file: string,
  written: readonly string[],
  { columns, fixed }: ColumnMatch,
): CsvReader {
  const extra = new Set(extraColumns[name]);
  const targets = written.map((header) => (Object.hasOwn(columns, header) ? (columns[header] ?? "") : header));
  const repeated = targets.find((target, index) => extra.has(target) && targets.indexOf(target) !== index);
  if (repeated !== undefined) throw wrongInput(file, 1, `the column ${repeated} occurs twice`);
  const fixedNames = Object.keys(fixed).filter((column) => !extra.has(column));
  const header = [...targets.map((target) => (extra.has(target) ? "" : target)), ...fixedNames];
  const csvReader = csvReaderOf(what, file, header);
  const dates = datesOf(what.row);
  const fixedValues = fixedNames.map((column) => fixed[column] ?? "");
  return {
    ...csvReader,
    read(cells) {
      const isoCells = cells.map((cell, index) => (dates.has(targets[index] ?? "") ? isoOfWrittenDate(cell) : cell));
      const wire = csvReader.read([...isoCells, ...fixedValues]);
      const extraCells = targets.flatMap((target, index): [string, string][] =>
        extra.has(target) ? [[target, (cells[index] ?? "").trim()]] : [],
      );
      const others = Object.entries(fixed).filter(([column]) => extra.has(column));
      return withExtraColumns(wire, new Map([...extraCells, ...others]), school);
    },
  };
}

/** The columns of a row that are dates or timestamps. */
const datesOf = (row: z.ZodObject): ReadonlySet<string> =>
  new Set(Object.entries(fieldsIn(row)).flatMap(([name, field]) => (dateInputOf(field) ? [toWire(name)] : [])));
