import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { nextRecipients } from "#domain/people/messages/audience.ts";
import { deliverTo } from "#domain/people/messages/deliver.ts";
import { audienceOf } from "#domain/people/messages/message.ts";
import { endMessage, lockMessage, recordStep } from "#domain/people/messages/queries.ts";
import { addMessageJob } from "#domain/people/messages/message-job.ts";

const Payload = z.object({ siteId: z.string(), messageId: z.string() });

/**
 * Sends a message to the next batch of its recipients. The rest is a new job, added in the same transaction: a crash
 * repeats or skips no recipient, and other jobs run in between.
 */
export async function sendMessage(db: Database, payload: unknown, now: Date, mail: Postbox | undefined): Promise<void> {
  const { siteId, messageId } = Payload.parse(payload);
  const site = await findSite(db, siteId);
  if (!site) return;
  await db.transaction((inside) => sendStep({ ...systemContext(inside, site, now), mail }, messageId));
}

async function sendStep(context: Context, messageId: string): Promise<void> {
  const message = await lockMessage(context, messageId);
  if (!message || (message.status !== "scheduled" && message.status !== "sending")) return;
  const { scheduledAt, startedAt, position } = message;
  // The clock of the queue may be ahead.
  if (scheduledAt !== null && scheduledAt > context.now) return addMessageJob(context, messageId, scheduledAt);
  const then = startedAt ?? context.now;
  const { ids, last } = await nextRecipients(context, audienceOf(message), { then, after: position });
  await recordStep(context, message, { ...(await deliverTo(context, message, ids)), position: last ?? position });
  if (last !== undefined) return addMessageJob(context, messageId, null);
  await endMessage(context, message, "sent");
  await recordAudit(context, "sendMessage", about("message", messageId));
}
