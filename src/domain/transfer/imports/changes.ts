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
export function changesIn<Desired extends object>(
  existing: Desired & { deletedAt: Date | null },
  desired: Desired,
): (Partial<Desired> & { deletedAt?: null }) | undefined {
  const keys = typedKeys(desired);
  const changed = keys.filter((key) => !isDeepStrictEqual(existing[key], desired[key]));
  if (changed.length === 0 && existing.deletedAt === null) return undefined;
  const fields = filterFields(desired, (value, name) => !isDeepStrictEqual(asRecord(existing)[name], value));
  return existing.deletedAt === null ? fields : { ...fields, deletedAt: null };
}
