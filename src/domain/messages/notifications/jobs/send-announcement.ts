import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { noticeAttempts } from "#domain/messages/notifications/announce.ts";
import { notifyAudience } from "#domain/messages/notifications/notify-audience.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import { systemContext } from "#domain/platform/system-context.ts";

const Payload = z.object({ siteId: z.string(), noticeId: z.string() });

/**
 * Notifies the next batch of members of a notice. The rest is a new job, added in the same transaction: other jobs run
 * in between, and a crash loses no notifications.
 */
export async function sendAnnouncement(
  db: Database,
  payload: unknown,
  now: Date,
  mail: Postbox | undefined,
): Promise<void> {
  const { siteId, noticeId } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  await db.transaction(async (inside) => {
    const hasMore = await notifyAudience({ ...systemContext(inside, site, now), mail }, noticeId);
    if (hasMore) await addJob(inside, "tell_notice", { siteId, noticeId }, noticeAttempts);
  });
}
