import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../results");

/** Writes `bench/results/<name>-<time>.json` and returns its path. */
export function writeResults(name: string, results: object): string {
  mkdirSync(folder, { recursive: true });
  const time = new Date().toISOString().replaceAll(":", "").slice(0, 17);
  const file = path.join(folder, `${name}-${time}.json`);
  writeFileSync(file, `${JSON.stringify(results, undefined, 2)}\n`);
  return path.relative(process.cwd(), file);
}
