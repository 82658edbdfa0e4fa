import { createReadStream, statSync } from "node:fs";
import { parse } from "csv-parse";
import { pause } from "#lib/event-loop/pause.ts";
import { wrongInput } from "#domain/transfer/imports/wrong-input.ts";

/** A century. */
const maxDays = 36_500;

/** Maximum bytes of a record. An unclosed quote would otherwise load the whole file into memory. */
const maxRecordLength = 64 * 1024;

/** Bytes that are parsed without a pause. The parser takes a microsecond per cell, and cells may be empty. */
const maxRead = 8 * 1024;

/** A record of a CSV file. Errors for invalid fields name the file and the line. */
export class CsvRow<Column extends string> {
  readonly file: string;
  readonly line: number;
  readonly #places: ReadonlyMap<string, number>;
  readonly #fields: readonly string[];

  constructor(file: string, line: number, columnIndexes: ReadonlyMap<string, number>, fields: readonly string[]) {
    this.file = file;
    this.line = line;
    this.#places = columnIndexes;
    this.#fields = fields;
  }

  /** Empty if the cell is empty. */
  text(column: Column): string {
    return this.#fields[this.#places.get(column) ?? -1] ?? "";
  }

  oneOf<Value extends string>(column: Column, values: readonly Value[]): Value {
    const text = this.text(column);
    const value = values.find((value) => value === text);
    if (value === undefined) throw this.wrong(column, `one of ${values.join(", ")}`);
    return value;
  }

  integer(column: Column): number {
    const text = this.text(column);
    if (!/^-?\d{1,9}$/.test(text)) throw this.wrong(column, "a whole number");
    return Number(text);
  }

  /** Null if the cell is empty or `?`. */
  optionalInteger(column: Column): number | null {
    return ["", "?"].includes(this.text(column)) ? null : this.integer(column);
  }

  /** A number of days, limited so that every date stays valid. */
  days(column: Column): number {
    const days = this.integer(column);
    if (Math.abs(days) > maxDays) throw this.wrong(column, `at most ${maxDays} days`);
    return days;
  }

  optionalDays(column: Column): number | null {
    return this.optionalInteger(column) === null ? null : this.days(column);
  }

  wrong(column: Column, expected: string) {
    const text = this.text(column);
    const shortened = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    return wrongInput(this.file, this.line, `expected ${expected} as ${column}, not "${shortened}"`);
  }
}

/** Yields the records of a CSV file. `onRead` receives the fraction of the file that was read, 0 to 1. */
export async function* csvRows<Column extends string>(
  file: string,
  columns: readonly Column[],
  onRead: (part: number) => void = () => {},
): AsyncGenerator<CsvRow<Column>> {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw wrongInput(file, undefined, `expected a CSV file with the columns ${columns.join(", ")}`);
  const source = createReadStream(file, { highWaterMark: maxRead });
  const parser = parse({ bom: true, info: true, skipEmptyLines: true, maxRecordSize: maxRecordLength });
  source.on("data", () => onRead(source.bytesRead / stat.size));
  source.on("error", (error) => parser.destroy(error));
  let columnIndexes: Map<Column, number> | undefined;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRecord>) {
      const turn = pause();
      if (turn) await turn;
      if (columnIndexes) yield new CsvRow(file, info.lines, columnIndexes, record);
      else columnIndexes = columnIndexesOf(file, record, columns);
    }
  } catch (error) {
    throw isParserError(error) ? wrongInput(file, error.lines, `expected CSV: ${error.message}`) : error;
  } finally {
    source.destroy();
  }
  if (!columnIndexes) throw wrongInput(file, 1, `expected the columns ${columns.join(", ")}`);
}

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

function columnIndexesOf<Column extends string>(file: string, header: string[], columns: readonly Column[]) {
  const columnIndexes = new Map(columns.map((column) => [column, header.indexOf(column)]));
  const missing = columns.filter((column) => columnIndexes.get(column) === -1);
  if (missing.length === 0) return columnIndexes;
  throw wrongInput(file, 1, `expected the columns ${columns.join(", ")}, missing: ${missing.join(", ")}`);
}

const isParserError = (error: unknown): error is Error & { lines?: number } =>
  error instanceof Error && "code" in error && String(error.code).startsWith("CSV_");
