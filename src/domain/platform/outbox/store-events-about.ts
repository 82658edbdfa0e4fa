import type { Context } from "#domain/platform/context.ts";

/**
 * Stores the events of this transaction that are about a resource in the input, before an operation changes the
 * resource again: each event has the state of its own time. All other events wait for the commit, to be stored with
 * few statements.
 */
export async function storeEventsAbout({ db }: Context, input: unknown): Promise<void> {
  await db.doDeferred((keys) => names(input, keys));
}

/** Stores all events so far of this transaction, before rows that can be about the same resources again. */
export const storeEventsSoFar = ({ db }: Pick<Context, "db">): Promise<void> => db.doDeferred(() => true);

/** Returns true if the input has one of the IDs, or names a resource by its slug, whose ID is not known yet. */
function names(input: unknown, ids: ReadonlySet<string>): boolean {
  if (typeof input === "string") return ids.has(input);
  if (typeof input !== "object" || input === null || input instanceof Date) return false;
  const values = Object.values(input);
  return (values.length === 1 && "slug" in input) || values.some((value) => names(value, ids));
}
