import { linesOf } from "./lines-of.ts";
import { maxRowBytes } from "./source-row.ts";

/** The cells of a record in Latin-1 (one character per byte), or what was expected instead. */
export type CsvRecord = { line: number } & ({ cells: string[] } | { expected: string });

/**
 * Reads the records of a CSV file (RFC 4180), separated by commas, semicolons or tabs. After a broken record, reports its
 * first line and continues with the next line. An unclosed quote costs one row; CSV packages give up on all that follow.
 */
export async function* csvRecords(file: string, encoding = "utf-8"): AsyncGenerator<CsvRecord> {
  const lines = new Lines(file, encoding);
  let separator: Separator | undefined;
  for (let first = await lines.next(); first; first = await lines.next()) {
    const { line, text } = first;
    if (text === undefined) {
      yield { line, expected: `at most ${maxRowBytes} bytes` };
      continue;
    }
    if (text.trim() === "") continue;
    const named = separator === undefined ? namedSeparator(text) : undefined;
    separator ??= named ?? separatorOf(text);
    if (named === undefined) yield await recordFrom(line, text, { lines, separator });
  }
}

/** Reads a record that begins with a line. Continues with the next line while a quote is open. */
async function recordFrom(
  line: number,
  first: string,
  { lines, separator }: { lines: Lines; separator: Separator },
): Promise<CsvRecord> {
  const laterLines: Line[] = [];
  const texts = [first];
  let length = first.length;
  for (let isOpen = hasOddQuotes(first); isOpen;) {
    const next = await lines.next();
    if (next) laterLines.push(next);
    length += next?.text?.length ?? 0;
    if (next?.text === undefined || length > maxRowBytes) {
      lines.giveBack(laterLines);
      return { line, expected: "a closing quote for each opening quote" };
    }
    texts.push(next.text);
    isOpen = !hasOddQuotes(next.text);
  }
  const cells = cellsOf(texts.join("\n").replace(/\r$/, ""), separator);
  if (cells) return { line, cells };
  lines.giveBack(laterLines);
  return { line, expected: "a quoted cell, with each quote inside it doubled" };
}

/** The UTF-8 byte order mark in Latin-1. */
const byteOrderMark = /^\u00ef\u00bb\u00bf/;

interface Line {
  line: number;
  /** Undefined if the line is too long to be parsed. */
  text: string | undefined;
}

/** The lines of a file, numbered from 1. */
class Lines {
  readonly #source: AsyncIterator<Buffer | undefined>;
  #again: Line[] = [];
  #read = 0;

  constructor(file: string, encoding: string) {
    this.#source = linesOf(file, maxRowBytes, encoding);
  }

  async next(): Promise<Line | undefined> {
    const returnedLine = this.#again.shift();
    if (returnedLine) return returnedLine;
    const { done, value } = await this.#source.next();
    if (done) return undefined;
    this.#read++;
    const text = value?.toString("latin1");
    return { line: this.#read, text: this.#read === 1 ? text?.replace(byteOrderMark, "") : text };
  }

  /** Pushes lines back to be read again. */
  giveBack(lines: readonly Line[]): void {
    this.#again = [...lines, ...this.#again];
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** No resource has as many columns. Excess cells are not read: a row of 4 MiB could hold millions of them. */
export const maxCells = 1000;

const separators = [",", ";", "\t"] as const;
type Separator = (typeof separators)[number];

/** The first line `sep=;`, by which Excel reads a file. */
function namedSeparator(line: string): Separator | undefined {
  const [, named] = /^"?sep=(.)"?[,;\t]*\r?$/i.exec(line) ?? [];
  return separators.find((separator) => separator === named);
}

/** The character that separates the most cells of the header: in many countries, spreadsheet programs write semicolons. */
function separatorOf(header: string): Separator {
  const plain = header.replaceAll(/"[^"]*"/g, "");
  const counts = separators.map((separator) => plain.split(separator).length);
  return separators[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** A quoted or plain cell, with the character after it. */
const cellPatterns: Record<Separator, RegExp> = {
  ",": /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y,
  ";": /(?:"([^"]*(?:""[^"]*)*)"|([^";]*))(;|$)/y,
  "\t": /(?:"([^"]*(?:""[^"]*)*)"|([^"\t]*))(\t|$)/y,
};

/** Returns undefined if a quote occurs in an unquoted cell, or text follows a closing quote. */
function cellsOf(text: string, separator: Separator): string[] | undefined {
  if (!text.includes('"')) return text.split(separator, maxCells + 1);
  const cells: string[] = [];
  const cell = cellPatterns[separator];
  cell.lastIndex = 0;
  for (;;) {
    const match = cell.exec(text);
    if (!match) return undefined;
    const [, quoted, plain = "", end] = match;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "" || cells.length > maxCells) return cells;
  }
}
