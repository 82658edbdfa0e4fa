import { zip } from "#lib/zip/zip.ts";
import { fewest } from "./dimensions.ts";

export interface Suppressible {
  values: (number | null)[];
  total: number | null;
  suppressed: boolean;
}

/**
 * Withholds values of fewer than three people, and values from which these follow. If exactly one number of a row or
 * column is missing, it equals the total minus the others. Therefore the smallest other number is withheld as well.
 */
export function suppressFew(groups: readonly Suppressible[]): void {
  const lines = groups.map(({ values, total }) => [...values, total]);
  const withheld = lines.map((line) =>
    isFew(line.at(-1) ?? null) ? line.map(() => true) : line.map((value) => isFew(value)),
  );
  // Terminates, because each round withholds more.
  while (complete(lines, withheld) || complete(turned(lines), withheld, true));
  for (const [group, line] of zip(groups, withheld)) {
    group.values = group.values.map((value, point) => (line[point] ? null : value));
    if (line.at(-1)) group.total = null;
    group.suppressed = line.some(Boolean);
  }
}

const isFew = (value: number | null): boolean => value !== null && value > 0 && value < fewest;

/** Withholds a second number in each line with exactly one withheld. Returns whether it changed anything. */
function complete(lines: (number | null)[][], withheld: boolean[][], isTurned = false): boolean {
  let changed = false;
  const at = (line: number, place: number) => (isTurned ? withheld[place]?.[line] : withheld[line]?.[place]);
  for (const [index, line] of lines.entries()) {
    const hidden = line.flatMap((value, place) => (at(index, place) && value !== 0 ? [place] : []));
    if (hidden.length !== 1) continue;
    const others = line.flatMap((value, place) =>
      value !== null && value > 0 && !at(index, place) ? [{ value, place }] : [],
    );
    const [smallest] = others.toSorted((one, other) => one.value - other.value);
    if (!smallest) continue;
    const [row, column] = isTurned ? [smallest.place, index] : [index, smallest.place];
    withheld[row]?.splice(column, 1, true);
    changed = true;
  }
  return changed;
}

const turned = (lines: readonly (number | null)[][]): (number | null)[][] =>
  (lines[0] ?? []).map((_value, place) => lines.map((line) => line[place] ?? null));
