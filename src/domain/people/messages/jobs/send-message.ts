import * as z from "zod";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { mayUse } from "#access/roles.ts";
import { findMemberRoles } from "#domain/platform/callers/member-roles.ts";
import { countRecipients, nextRecipients } from "#domain/people/messages/audience.ts";
import { deliverTo } from "#domain/people/messages/deliver.ts";
import { audienceOf, type WholeMessageRow } from "#domain/people/messages/message.ts";
import { takeRecipientQuota } from "#domain/people/messages/quota.ts";
import { addMessageJob, endMessage, lockMessage, recordStep } from "#domain/people/messages/queries.ts";

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
  const readiness = startedAt === null ? await readinessOf(context, message) : "ready";
  if (readiness instanceof Date) return addMessageJob(context, messageId, readiness);
  if (readiness === "canceled") {
    await endMessage(context, message, "canceled");
    return recordAudit(context, "cancelMessage", about("message", messageId));
  }
  const asOf = startedAt ?? context.now;
  const { ids, last } = await nextRecipients(context, audienceOf(message), { asOf, after: position });
  await recordStep(context, message, { ...(await deliverTo(context, message, ids)), position: last ?? position });
  if (last !== undefined) return addMessageJob(context, messageId, null);
  await endMessage(context, message, "sent");
  await recordAudit(context, "sendMessage", about("message", messageId));
}

/**
 * Checks a message when it starts, which can be months after it was written: the author still has the right to send it,
 * and the limit of the site admits its recipients of today. Returns the time to try again if it does not.
 */
async function readinessOf(context: Context, message: WholeMessageRow): Promise<"ready" | "canceled" | Date> {
  const { authorId, scheduledAt, recipientCount } = message;
  if (authorId !== null) {
    const author = await findMemberRoles(context, authorId);
    if (!author?.isActive || !mayUse(author.roles, "members:write")) return "canceled";
  }
  const counted = scheduledAt === null ? recipientCount : 0;
  const uncounted = (await countRecipients(context, audienceOf(message))) - counted;
  if (uncounted <= 0) return "ready";
  if (uncounted > context.site.settings.messageRecipientsPerDay) return "canceled";
  return (await takeRecipientQuota(context, uncounted)) ?? "ready";
}
