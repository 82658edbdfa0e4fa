import { readdirSync } from "node:fs";
import path from "node:path";
import { wrongInput } from "../../wrong-input.ts";

export const recordFormats = ["csv", "ndjson"] as const;
export type RecordFormat = (typeof recordFormats)[number];

export const isRecordFormat = (format: string): format is RecordFormat =>
  recordFormats.some((known) => known === format);

/**
 * Returns the file to import: the only one of a folder, or, as in an export of several lists, the one named after the
 * resource.
 */
export function fileOf(folder: string, resource: string, format: RecordFormat): string {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const fileName = `${resource}.${format}`;
  const named = names.find((name) => path.basename(name) === fileName);
  const only = names.length === 1 ? names[0] : undefined;
  const found = named ?? only;
  if (found !== undefined) return found;
  throw wrongInput(folder, undefined, `expected a single file, or one named ${fileName}`);
}
