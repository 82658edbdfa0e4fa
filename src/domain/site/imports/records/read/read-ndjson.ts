import { Problem } from "#domain/platform/problem.ts";
import { whyNoJson } from "#domain/site/imports/why-no-json.ts";
import { linesOf } from "./lines-of.ts";
import { longestRow, type SourceRow } from "./source-row.ts";

/** Reads a file of JSON objects, one per line. Other lines become problems. */
export async function* readNdjson(file: string): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const bytes of linesOf(file)) {
    line++;
    const row = bytes === undefined ? refuse(line, `at most ${longestRow} bytes`) : parse(line, bytes);
    if (row) yield row;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Returns undefined for an empty line. */
function parse(line: number, bytes: Uint8Array): SourceRow | undefined {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return refuse(line, "UTF-8 text");
  }
  if (text.trim() === "") return undefined;
  try {
    const wire: unknown = JSON.parse(text);
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
