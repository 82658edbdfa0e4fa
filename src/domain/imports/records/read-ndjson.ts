import { createReadStream } from "node:fs";
import { Problem } from "#domain/problem.ts";
import { longestRow, type SourceRow } from "./source-row.ts";

/** The objects of a file of JSON, one a line; a line that is none is a row that cannot be read. */
export async function* readNdjson(file: string): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line++;
    const row = bytes === undefined ? refuse(line, `at most ${longestRow} bytes`) : parse(line, bytes);
    if (row) yield row;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Nothing for an empty line. */
function parse(line: number, bytes: Uint8Array): SourceRow | undefined {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse(line, "text in UTF-8");
  }
  if (text.trim() === "") return undefined;
  try {
    const wire: unknown = JSON.parse(text);
    if (typeof wire === "object" && wire !== null && !Array.isArray(wire)) return { line, wire };
    return refuse(line, "an object of JSON");
  } catch (error) {
    return refuse(line, `one object of JSON in the line (${(error as SyntaxError).message})`);
  }
}

const refuse = (line: number, expected: string): SourceRow => ({
  line,
  problem: new Problem("validation_failed", `Expected ${expected}.`),
});

/** Undefined for a line that is too long to be looked at. */
async function* linesOf(file: string): AsyncGenerator<Uint8Array | undefined> {
  let pieces: Buffer[] = [];
  let length = 0;
  const take = () => {
    const bytes = length > longestRow ? undefined : Buffer.concat(pieces);
    [pieces, length] = [[], 0];
    return bytes;
  };
  const add = (piece: Buffer) => {
    length += piece.length;
    if (length <= longestRow) pieces.push(piece);
    else pieces = [];
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, end));
      yield take();
      from = end + 1;
    }
    add(chunk.subarray(from));
  }
  if (length > 0) yield take();
}
