import type { FormValues } from "./form-values.ts";

const maxRows = 500;

/** Further rows that a form offers. Saving it offers more. */
export const blankRows = 2;

interface FormIndex {
  /** The positions of the rows that were sent, by the name of their field. */
  rows: ReadonlyMap<string, ReadonlySet<number>>;
  /** Names of fields with content, and of the fields that contain those. */
  filled: ReadonlySet<string>;
  /** The last parts of the names of ticked check boxes, by the parts before. */
  ticked: ReadonlyMap<string, readonly string[]>;
}

/** A form has thousands of fields, and each row asks for its own: they are sorted once. */
const indexes = new WeakMap<FormValues, FormIndex>();

function indexOf(values: FormValues): FormIndex {
  const known = indexes.get(values);
  if (known) return known;
  const rows = new Map<string, Set<number>>();
  const filled = new Set<string>();
  const ticked = new Map<string, string[]>();
  for (const [name, value] of values) {
    const isFilled = value.trim() !== "" && !isNoContent(name);
    if (isFilled) filled.add(name);
    const parts = name.split(".", maxParts);
    let parent = "";
    for (const [position, part] of parts.entries()) {
      if (position > 0 && isFilled) filled.add(parent);
      if (position > 0 && /^\d{1,3}$/.test(part)) {
        const numbers = rows.get(parent);
        if (numbers) numbers.add(Number(part));
        else rows.set(parent, new Set([Number(part)]));
      }
      parent = position === 0 ? part : `${parent}.${part}`;
    }
    const end = name.lastIndexOf(".");
    if (value !== "on" || end < 0) continue;
    const [above, last] = [name.slice(0, end), name.slice(end + 1)];
    const names = ticked.get(above);
    if (names) names.push(last);
    else ticked.set(above, [last]);
  }
  const index = { rows, filled, ticked };
  indexes.set(values, index);
  return index;
}

/** Names of fields are not nested deeper: each part takes time. */
const maxParts = 20;

/** Lists have defaults, and places are numbered: they do not make a row. */
const isNoContent = (name: string): boolean => /\.(place|count|currency|unset)$/.test(name);

const noRows: ReadonlySet<number> = new Set();

/** Returns the positions of the rows of a field: those that were sent, and a few more if its number says so. */
export function rowsIn(values: FormValues, name: string): number[] {
  const declaredCount = Number(values.get(`${name}.count`) ?? blankRows);
  const rowCount = Number.isInteger(declaredCount) ? Math.min(declaredCount, maxRows) : 0;
  const rows = [...(indexOf(values).rows.get(name) ?? noRows)]
    .filter((row) => row < rowCount)
    .sort((one, two) => one - two);
  const blank = Math.min(blankRows, rowCount - rows.length);
  let next = (rows.at(-1) ?? -1) + 1;
  for (let count = 0; count < blank && next < rowCount; count++) rows.push(next++);
  return rows;
}

/** True if a field or a part of it has content. */
export const isFilled = (values: FormValues, name: string): boolean => indexOf(values).filled.has(name);

/** Relations with few choices are check boxes, named by the ID of each. Returns the ticked ones in their order. */
export const tickedUnder = (values: FormValues, name: string): readonly string[] =>
  indexOf(values).ticked.get(name) ?? [];
