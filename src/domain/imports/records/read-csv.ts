import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { Problem } from "#domain/problem.ts";
import type { CsvReader } from "#lib/csv/csv-table.ts";
import { wrongInput } from "../wrong-input.ts";
import { longestRow, type SourceRow } from "./source-row.ts";

interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/**
 * The rows of a CSV file below its header, for which `readerOf` knows how they are read, or refuses it. A row that has
 * other cells than the header, or is no text, is one that cannot be read.
 */
export async function* readCsv(
  file: string,
  readerOf: (header: readonly string[]) => CsvReader,
): AsyncGenerator<SourceRow> {
  const skipped: SourceRow[] = [];
  const parser = parse({
    // Byte by byte: whether it is UTF-8 is looked at row by row.
    encoding: "latin1",
    info: true,
    skipEmptyLines: true,
    relaxColumnCount: true,
    skipRecordsWithError: true,
    maxRecordSize: longestRow,
    onSkip: (error) => {
      if (error instanceof CsvError) skipped.push(unreadable(error));
      return undefined;
    },
  });
  const source = Readable.from(withoutMark(createReadStream(file)));
  source.on("error", (error) => parser.destroy(error));
  let header: { cells: readonly string[]; reader: CsvReader } | undefined;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<CsvRecord>) {
      // A row whose cells have several lines is called by the first of them.
      const line = info.lines - record.join("").split("\n").length + 1;
      if (!header) {
        if (skipped.length > 0)
          throw wrongInput(file, 1, "expected CSV (RFC 4180), beginning with the names of columns");
        const cells = headerOf(file, record);
        header = { cells, reader: readerOf(cells) };
        continue;
      }
      yield* skipped.splice(0);
      yield rowOf(line, record, header);
    }
    yield* skipped.splice(0);
  } finally {
    source.destroy();
  }
  if (!header) throw wrongInput(file, 1, "expected a first line that names the columns, there is none");
}

/** A byte order mark is no part of the first name. */
async function* withoutMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    yield isFirst && chunk.subarray(0, 3).equals(byteOrderMark) ? chunk.subarray(3) : chunk;
    isFirst = false;
  }
}
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function rowOf(
  line: number,
  record: readonly string[],
  header: { cells: readonly string[]; reader: CsvReader },
): SourceRow {
  const count = header.cells.length;
  if (record.length !== count) {
    return refuse(line, `Expected ${count} cells, as in the first line, not ${record.length}.`);
  }
  const cells = record.map(textOf);
  const wrong = cells.indexOf(undefined);
  if (wrong !== -1)
    return refuse(line, `Expected text in UTF-8 as ${header.cells[wrong]}: save the file as CSV UTF-8.`);
  return { line, wire: header.reader.read(cells as string[]) };
}

const refuse = (line: number, detail: string): SourceRow => ({
  line,
  problem: new Problem("validation_failed", detail),
});

const unreadable = (error: CsvError): SourceRow => {
  const lines = Number((error as { lines?: unknown }).lines ?? 0);
  return refuse(lines, `Expected CSV (RFC 4180): ${error.message}`);
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text behind bytes that were read one by one; undefined where they are none. */
function textOf(bytes: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  if (/^[\u0000-\u007f]*$/.test(bytes)) return bytes;
  try {
    return utf8.decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

function headerOf(file: string, record: readonly string[]): readonly string[] {
  const cells = record.map(textOf);
  if (cells.includes(undefined) || cells.some((cell) => cell!.includes("\0"))) {
    throw wrongInput(file, 1, "expected text in UTF-8: save the file as CSV UTF-8");
  }
  const [first = "", ...others] = cells as string[];
  if (others.length === 0 && /[;\t]/.test(first)) {
    throw wrongInput(file, 1, "expected commas between the columns: save the file as CSV with commas");
  }
  return [first, ...others].map((name) => name.trim());
}
