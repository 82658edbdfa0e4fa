import type { Context } from "#domain/platform/context.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { grantEvent } from "../grant-event.ts";

/**
 * Revokes all grants of a client, and with them every code, family and token, and emits an event for each. Requires a
 * transaction. Returns the number of grants.
 */
export async function endGrantsOf(context: Context, clientId: string): Promise<number> {
  const { db, site, now } = context;
  const ended = await db.write.many<{ id: string }>`
    update grants set revoked_at = ${now}, updated_at = ${now}
     where site_id = ${site.id} and client_id = ${clientId} and revoked_at is null
    returning id`;
  for (let start = 0; start < ended.length; start += eventsAtOnce) {
    const batch = ended.slice(start, start + eventsAtOnce);
    await recordEvents(
      context,
      batch.map(({ id }) => grantEvent("oauth_client.revoked", id)),
    );
  }
  return ended.length;
}

/** A popular application has as many grants as the site has members; each batch is one value of a statement. */
const eventsAtOnce = 1000;
