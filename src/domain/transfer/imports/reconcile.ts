import { newId } from "#domain/platform/ids.ts";
import { changesIn, noChanges, type Tally } from "./changes.ts";

interface Reconciliation<Desired extends { externalId: string }> {
  /** Existing records from this source, including deleted ones. */
  existing: readonly (Desired & { id: string; deletedAt: Date | null })[];
  desired: readonly Desired[];
  insert: (id: string, desired: Desired) => Promise<void>;
  /** `deletedAt: null` restores a deleted record. */
  update: (id: string, changes: Partial<Desired> & { deletedAt?: null }) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/**
 * Creates missing records, updates different ones and deletes those that the source no longer has. Returns ids by
 * external id.
 */
export async function reconcile<Desired extends { externalId: string }>({
  existing,
  desired,
  insert,
  update,
  remove,
}: Reconciliation<Desired>): Promise<{ tally: Tally; ids: Map<string, string> }> {
  const tally = noChanges();
  const ids = new Map<string, string>();
  const left = new Map(existing.map((record) => [record.externalId, record]));

  for (const record of desired) {
    const known = left.get(record.externalId);
    left.delete(record.externalId);
    const id = known?.id ?? newId();
    ids.set(record.externalId, id);
    const changes = known && changesIn<Desired>(known, record);
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
