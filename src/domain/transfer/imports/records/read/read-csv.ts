import { Problem } from "#domain/platform/problem.ts";
import { trimBlank } from "#lib/text/blank.ts";
import type { CsvReader } from "#lib/csv/csv-table.ts";
import { wrongInput } from "#domain/transfer/imports/wrong-input.ts";
import { csvRecords, maxCells } from "./csv-records.ts";
import type { SourceRow } from "./source-row.ts";

/**
 * Reads the rows of a CSV file below its header. `readerOf` returns a row reader for the header, or throws. Rows with a
 * value outside of the named columns, or that are not text, become problems. Spreadsheet programs write empty rows and
 * columns, and leave out empty cells at the end of a row.
 */
export async function* readCsv(
  file: string,
  readerOf: (header: readonly string[]) => CsvReader,
  encoding = "utf-8",
): AsyncGenerator<SourceRow> {
  let header: { cells: readonly string[]; reader: CsvReader } | undefined;
  for await (const record of csvRecords(file, encoding)) {
    const { line } = record;
    if (header) {
      if (!("cells" in record)) yield refuse(line, `Expected ${record.expected}.`);
      else if (record.cells.some((cell) => cell.trim() !== "")) yield rowOf(line, record.cells, header);
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
  if (record.length > maxCells) return refuse(line, `Expected at most ${maxCells} cells.`);
  const outside = record.findIndex((cell, index) => cell.trim() !== "" && !header.cells[index]);
  if (outside !== -1) {
    return refuse(line, `Cell ${outside + 1} has a value, but its column has no name in the header line.`);
  }
  const cells = Array.from({ length: count }, (_, index) => textOf(record[index] ?? ""));
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
  const names = record.map((cell) => {
    const text = textOf(cell);
    if (text !== undefined && !text.includes("\0")) return trimBlank(text);
    throw wrongInput(file, 1, "expected UTF-8 text: save the file as CSV UTF-8");
  });
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}
