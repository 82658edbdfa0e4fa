import { Problem } from "#domain/platform/problem.ts";
import type { CsvReader } from "#lib/csv/csv-table.ts";
import { wrongInput } from "#domain/site/imports/wrong-input.ts";
import { csvRecords, maxCells } from "./csv-records.ts";
import type { SourceRow } from "./source-row.ts";

/**
 * Reads the rows of a CSV file below its header. `readerOf` returns a row reader for the header, or throws. Rows with
 * another number of cells, or that are not text, become problems.
 */
export async function* readCsv(
  file: string,
  readerOf: (header: readonly string[]) => CsvReader,
): AsyncGenerator<SourceRow> {
  let header: { cells: readonly string[]; reader: CsvReader } | undefined;
  for await (const record of csvRecords(file)) {
    const { line } = record;
    if (header) {
      yield "cells" in record ? rowOf(line, record.cells, header) : refuse(line, `Expected ${record.expected}.`);
      continue;
    }
    if (!("cells" in record)) throw wrongInput(file, line, `expected ${record.expected}`);
    const cells = headerOf(file, record.cells);
    header = { cells, reader: readerOf(cells) };
  }
  if (!header) throw wrongInput(file, 1, "expected a header line with the column names");
}

function rowOf(
  line: number,
  record: readonly string[],
  header: { cells: readonly string[]; reader: CsvReader },
): SourceRow {
  const count = header.cells.length;
  if (record.length !== count) {
    return refuse(
      line,
      `Expected ${count} cells, as in the header line, not ${record.length > maxCells ? `more than ${maxCells}` : record.length}.`,
    );
  }
  const cells = record.map(textOf);
  const texts = cells.filter((cell) => cell !== undefined);
  if (texts.length < cells.length) {
    const wrong = header.cells[cells.indexOf(undefined)];
    return refuse(line, `Expected UTF-8 text in ${wrong}: save the file as CSV UTF-8.`);
  }
  return { line, wire: header.reader.read(texts) };
}

const refuse = (line: number, detail: string): SourceRow => ({
  line,
  problem: new Problem("validation_failed", detail),
});

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes Latin-1 bytes as UTF-8; undefined if invalid. */
function textOf(bytes: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- matches all of ASCII, with its control characters
  if (/^[\u0000-\u007f]*$/.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

function headerOf(file: string, record: readonly string[]): readonly string[] {
  if (record.length > maxCells) throw wrongInput(file, 1, `expected at most ${maxCells} columns`);
  const [first = "", ...others] = record.map((cell) => {
    const text = textOf(cell);
    if (text !== undefined && !text.includes("\0")) return text;
    throw wrongInput(file, 1, "expected UTF-8 text: save the file as CSV UTF-8");
  });
  if (others.length === 0 && /[;\t]/.test(first)) {
    throw wrongInput(file, 1, "expected columns separated by commas: save the file as comma-separated CSV");
  }
  return [first, ...others].map((name) => name.trim());
}
