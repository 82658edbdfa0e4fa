import type { RecordKeys } from "./record-import.ts";

/**
 * Groups rows into dependency batches: each row finds the results of the batches before. Rows of one batch are about
 * different records and do not reference each other. Returns row indexes.
 */
export function dependencyBatches(rows: readonly RecordKeys[]): number[][] {
  const waves: number[][] = [];
  const written = new Map<string, number>();
  const needed = new Map<string, number>();
  for (const [index, { own, refersTo = [], among = [] }] of rows.entries()) {
    const changed = [...own, ...among];
    const before = [
      ...changed.flatMap((key) => [written.get(key) ?? 0, needed.get(key) ?? 0]),
      ...refersTo.map((key) => written.get(key) ?? 0),
    ];
    const wave = Math.max(0, ...before);
    (waves[wave] ??= []).push(index);
    for (const key of changed) written.set(key, wave + 1);
    for (const key of refersTo) needed.set(key, Math.max(needed.get(key) ?? 0, wave + 1));
  }
  return waves;
}
