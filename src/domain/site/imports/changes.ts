import { isDeepStrictEqual } from "node:util";
import { asRecord } from "#lib/is-record.ts";
import { filterFields, typedKeys } from "#lib/typed-object.ts";

/** Counts of an import for one kind of record. */
export interface Tally {
  created: number;
  updated: number;
  unchanged: number;
  /** Deleted because the source no longer has them. */
  removed: number;
}

export const noChanges = (): Tally => ({ created: 0, updated: 0, unchanged: 0, removed: 0 });

export const isChange = ({ created, updated, removed }: Tally): boolean => created + updated + removed > 0;

export const add = (sum: Tally, other: Tally): Tally => ({
  created: sum.created + other.created,
  updated: sum.updated + other.updated,
  unchanged: sum.unchanged + other.unchanged,
  removed: sum.removed + other.removed,
});

/** Returns the wanted fields that differ from the existing record. Restores a deleted record. */
export function changesIn<Wanted extends object>(
  held: Wanted & { deletedAt: Date | null },
  wanted: Wanted,
): (Partial<Wanted> & { deletedAt?: null }) | undefined {
  const keys = typedKeys(wanted);
  const changed = keys.filter((key) => !isDeepStrictEqual(held[key], wanted[key]));
  if (changed.length === 0 && held.deletedAt === null) return undefined;
  const fields = filterFields(wanted, (value, name) => !isDeepStrictEqual(asRecord(held)[name], value));
  return held.deletedAt === null ? fields : { ...fields, deletedAt: null };
}
