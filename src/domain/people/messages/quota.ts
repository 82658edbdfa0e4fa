import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { count } from "#domain/platform/rate-limits/rate-limits.ts";

const day = 86_400;

/**
 * Counts the recipients of a message in its transaction. Throws `rate_limited` beyond the limit of the site, which only
 * the operator of the server can raise: all sites send with the reputation of one mail server.
 */
export async function requireRecipientQuota(context: Context, recipients: number): Promise<void> {
  const { site, now } = context;
  const max = site.settings.messageRecipientsPerDay;
  const limit = { name: "message-recipients/site", max, seconds: day };
  const counter = await count(context, limit, "", recipients);
  if (counter.count <= max) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((counter.expiresAt.getTime() - now.getTime()) / 1000));
  throw new Problem(
    "rate_limited",
    `This site can send messages to ${max} recipients in 24 hours, and this message has ${recipients}. The limit resets at ${counter.expiresAt.toISOString()}. The server operator can raise it: lectern site set ${site.host} message_recipients_per_day=…`,
    { retryAfterSeconds },
  );
}
