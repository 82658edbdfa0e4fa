import { Problem } from "#domain/platform/problem.ts";
import { whyNoJson } from "#domain/transfer/imports/why-no-json.ts";
import { parseLargeJson } from "#lib/json/parse-large-json.ts";
import { linesOf } from "./lines-of.ts";
import { maxRowBytes, type SourceRow } from "./source-row.ts";

/** Reads a file of JSON objects, one per line. Other lines become problems. */
export async function* readNdjson(file: string): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line++;
    const row = bytes === undefined ? refuse(line, `at most ${maxRowBytes} bytes`) : await parse(line, bytes);
    if (row) yield row;
  }
}

/** Characters of a row that is parsed in one call. */
const smallRow = 64 * 1024;

/** More than any record has. A row within them is checked quickly. */
const limits = { values: 10_000, depth: 64, fields: 5000, tokenLength: maxRowBytes };

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns undefined for an empty line. */
async function parse(line: number, bytes: Uint8Array): Promise<SourceRow | undefined> {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse(line, "UTF-8 text");
  }
  if (text.trim() === "") return undefined;
  try {
    const wire: unknown = text.length > smallRow ? await parseLargeJson(text, limits) : JSON.parse(text);
    if (typeof wire === "object" && wire !== null && !Array.isArray(wire)) return { line, wire };
    return refuse(line, "a JSON object");
  } catch (error) {
    return refuse(line, `one JSON object per line (${whyNoJson(error)})`);
  }
}

const refuse = (line: number, expected: string): SourceRow => ({
  line,
  problem: new Problem("validation_failed", `Expected ${expected}.`),
});
