import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { noticeAttempts } from "#domain/engagement/notifications/announce.ts";
import { notifyAudience } from "#domain/engagement/notifications/notify-audience.ts";
import { findSite } from "#domain/site/sites/queries.ts";
import { addJob } from "./add-job.ts";

const Payload = z.object({ siteId: z.string(), noticeId: z.string() });

/**
 * Tells the next people of a notice. The rest is a job of its own, added in the same transaction: other work comes in
 * between, and a process that ends loses nothing.
 */
export async function tellNotice(db: Database, payload: unknown, now: Date, mail: Postbox | undefined): Promise<void> {
  const { siteId, noticeId } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  const context = { site, caller: { kind: "system" }, now, requestId: null, address: null, mail } as const;
  await db.transaction(async (inside) => {
    const hasMore = await notifyAudience({ ...context, db: inside }, noticeId);
    if (hasMore) await addJob(inside, "tell_notice", { siteId, noticeId }, noticeAttempts);
  });
}
