import { rowsIn } from "../derived/form-index.ts";
import type { FormValues } from "../derived/form-values.ts";

/** The values of one row, by the rest of their names: `kind`, `choices.0.text`. */
export type Row = ReadonlyMap<string, string>;

/** Returns the rows of a list in their order, without those to remove. `number`: as in the names of the fields. */
export function listRows(values: FormValues, name: string): { number: number; row: Row }[] {
  const rows = valuesByRow(values, name);
  return rowsIn(values, name)
    .flatMap((number) => {
      const row = rows.get(number);
      return row === undefined || row.get("remove") === "on" ? [] : [{ number, row }];
    })
    .toSorted((one, other) => positionOf(one) - positionOf(other));
}

const positionOf = ({ number, row }: { number: number; row: Row }): number => Number(row.get("place")) || number + 1;

function valuesByRow(values: FormValues, name: string): Map<number, Map<string, string>> {
  const start = `${name}.`;
  const rows = new Map<number, Map<string, string>>();
  for (const [key, value] of values) {
    if (!key.startsWith(start)) continue;
    const [, index, rest] = /^(\d{1,3})\.(.+)$/.exec(key.slice(start.length)) ?? [];
    if (index === undefined || rest === undefined) continue;
    const row = rows.get(Number(index));
    if (row) row.set(rest, value);
    else rows.set(Number(index), new Map([[rest, value]]));
  }
  return rows;
}

/** Returns the values with these rows in place of those of the list. */
export function replaceRows(values: FormValues, name: string, rows: readonly Row[]): FormValues {
  const kept = [...values].filter(([key]) => !key.startsWith(`${name}.`));
  const written = rows.flatMap((row, index) => [
    ...[...row].map(([rest, value]) => [`${name}.${index}.${rest}`, value] as const),
    [`${name}.${index}.place`, String(index + 1)] as const,
  ]);
  return new Map([...kept, [`${name}.count`, String(rows.length)], ...written]);
}
