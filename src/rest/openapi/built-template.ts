import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import type { Range, Template } from "./template.ts";

/** Files of the build. */
export const textFile = "openapi.json";
export const valuesFile = "openapi-values.json";

const folder = path.join(import.meta.dirname, "../../../build");

/** Reads the document from the build, a few values at a time. Generating it would need 20 MB of resident memory. */
export async function openTemplate(): Promise<Template> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by tools/build.ts.
  const entries = JSON.parse(await readFile(path.join(folder, valuesFile), "utf8")) as [string, Range][];
  const text = path.join(folder, textFile);
  const { size } = await stat(text);
  return {
    size,
    values: new Map(entries),
    read: ([start, end]) => buffer(createReadStream(text, { start, end: end - 1 })),
  };
}
