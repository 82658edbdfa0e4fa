import { open, readFile } from "node:fs/promises";
import path from "node:path";
import type { Range, Template } from "./template.ts";

/** Files of the build. */
export const textFile = "openapi.json";
export const valuesFile = "openapi-values.json";

const folder = path.join(import.meta.dirname, "../../../build");

/**
 * Reads the document from the build, a few values at a time. Generating it would need 20 MB of resident memory. The file
 * stays open: the ranges are wrong for that of a later build.
 */
export async function openTemplate(): Promise<Template> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by tools/build.ts.
  const entries = JSON.parse(await readFile(path.join(folder, valuesFile), "utf8")) as [string, Range][];
  const text = await open(path.join(folder, textFile));
  const { size: byteSize } = await text.stat();
  return {
    byteSize,
    values: new Map(entries),
    async read([start, end]) {
      const { buffer } = await text.read(Buffer.alloc(end - start), 0, end - start, start);
      return buffer;
    },
  };
}
