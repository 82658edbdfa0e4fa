import { linesOf } from "./lines-of.ts";
import { longestRow } from "./source-row.ts";

/** The cells of a record, each byte a letter, or what was expected instead of what stands there. */
export type CsvRecord = { line: number } & ({ cells: string[] } | { expected: string });

/**
 * The records of a CSV file (RFC 4180). Of one that is broken its first line is told, and reading goes on at the next:
 * a quote that never ends costs one row, where packages that read CSV give up all that follow.
 */
export async function* csvRecords(file: string): AsyncGenerator<CsvRecord> {
  const lines = new Lines(file);
  for (let first = await lines.next(); first; first = await lines.next()) {
    if (first.text === undefined) yield { line: first.line, expected: `at most ${longestRow} bytes` };
    else if (first.text.trim() !== "") yield await recordFrom(first.line, first.text, lines);
  }
}

/** The record that begins with a line: where a quote is open at its end, it goes on in the next. */
async function recordFrom(line: number, first: string, lines: Lines): Promise<CsvRecord> {
  const rest: Line[] = [];
  const texts = [first];
  let length = first.length;
  for (let isOpen = hasOddQuotes(first); isOpen;) {
    const next = await lines.next();
    if (next) rest.push(next);
    length += next?.text?.length ?? 0;
    if (next?.text === undefined || length > longestRow) {
      lines.giveBack(rest);
      return { line, expected: "a second quote: one in this line has no end" };
    }
    texts.push(next.text);
    isOpen = !hasOddQuotes(next.text);
  }
  const cells = cellsOf(texts.join("\n").replace(/\r$/, ""));
  if (cells) return { line, cells };
  lines.giveBack(rest);
  return { line, expected: "a cell that has quotes in it in quotes, and each of these twice" };
}

/** U+FEFF in UTF-8, byte by byte. */
const byteOrderMark = /^\u00ef\u00bb\u00bf/;

interface Line {
  line: number;
  /** Undefined where it is too long to be looked at. */
  text: string | undefined;
}

/** The lines of a file with their numbers, from 1. */
class Lines {
  readonly #source: AsyncIterator<Buffer | undefined>;
  #again: Line[] = [];
  #read = 0;

  constructor(file: string) {
    this.#source = linesOf(file);
  }

  async next(): Promise<Line | undefined> {
    const known = this.#again.shift();
    if (known) return known;
    const { done, value } = await this.#source.next();
    if (done) return undefined;
    this.#read++;
    const text = value?.toString("latin1");
    return { line: this.#read, text: this.#read === 1 ? text?.replace(byteOrderMark, "") : text };
  }

  /** They are to come once more. */
  giveBack(lines: readonly Line[]): void {
    this.#again = [...lines, ...this.#again];
  }
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** Undefined where a quote stands in a cell that has none around it, or something after the one that ends it. */
function cellsOf(text: string): string[] | undefined {
  if (!text.includes('"')) return text.split(",");
  const cells: string[] = [];
  const cell = /(?:"([^"]*(?:""[^"]*)*)"|([^",]*))(,|$)/y;
  for (;;) {
    const found = cell.exec(text);
    if (!found) return undefined;
    const [, quoted, plain, end] = found;
    cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "") return cells;
  }
}
