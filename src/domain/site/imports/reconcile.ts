import { newId } from "#domain/platform/ids.ts";
import { changesIn, noChanges, type Tally } from "./changes.ts";

interface Reconciliation<Wanted extends { externalId: string }> {
  /** Existing records from this source, including deleted ones. */
  held: readonly (Wanted & { id: string; deletedAt: Date | null })[];
  wanted: readonly Wanted[];
  insert: (id: string, wanted: Wanted) => Promise<void>;
  /** `deletedAt: null` restores a deleted record. */
  update: (id: string, changes: Partial<Wanted> & { deletedAt?: null }) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/**
 * Creates missing records, updates different ones and deletes those that the source no longer has. Returns ids by
 * external id.
 */
export async function reconcile<Wanted extends { externalId: string }>({
  held,
  wanted,
  insert,
  update,
  remove,
}: Reconciliation<Wanted>): Promise<{ tally: Tally; ids: Map<string, string> }> {
  const tally = noChanges();
  const ids = new Map<string, string>();
  const left = new Map(held.map((record) => [record.externalId, record]));

  for (const record of wanted) {
    const known = left.get(record.externalId);
    left.delete(record.externalId);
    const id = known?.id ?? newId();
    ids.set(record.externalId, id);
    const changes = known && changesIn<Wanted>(known, record);
    if (!known) await insert(id, record);
    else if (changes) await update(id, changes);
    tally[known ? (changes ? "updated" : "unchanged") : "created"]++;
  }
  for (const gone of left.values()) {
    if (gone.deletedAt !== null) continue;
    await remove(gone.id);
    tally.removed++;
  }
  return { tally, ids };
}
