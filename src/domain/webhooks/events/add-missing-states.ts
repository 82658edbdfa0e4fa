import type { Context } from "#domain/platform/context.ts";
import { fitEvent } from "#domain/platform/outbox/fit-event.ts";
import { listEvents, storeState } from "./queries.ts";
import { withStates } from "#domain/platform/outbox/states-of-objects.ts";

/**
 * Adds the current states of their objects to events of the previous release, which did not store them. One that
 * cannot be read must not block later events, and stays as recorded.
 */
export async function addMissingStates(context: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const event of await listEvents(context, ids)) {
    await context.db
      .attempt(async (db) => {
        const inside = { ...context, db };
        const [whole] = await withStates(inside, [event]);
        if (whole) await storeState(inside, { ...event, data: (await fitEvent(whole)).data });
      })
      .catch(() => {});
  }
}
