import { sendAnnouncement } from "#domain/messages/notifications/jobs/send-announcement.ts";
import { database } from "../databases/database.ts";
import { now } from "../clock.ts";
import { postbox } from "../world.ts";

/** Runs the notification job for the site. A job runner may do the same concurrently. */
export async function runNotices(siteId: string, clock: () => Date = now): Promise<void> {
  for (;;) {
    const [notice] = await database.many<{ id: string }>`
      select id from notices where site_id = ${siteId} and finished_at is null order by id limit 1`;
    if (!notice) return;
    await sendAnnouncement(database, { siteId, noticeId: notice.id }, clock(), postbox);
  }
}
