import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { count } from "#domain/platform/rate-limits/rate-limits.ts";

const day = 86_400;

const limitOf = ({ site }: Context) => ({
  name: "message-recipients/site",
  max: site.settings.messageRecipientsPerDay,
  seconds: day,
});

/**
 * Counts the recipients of a message in its transaction. Throws `rate_limited` beyond the limit of the site, which only
 * the operator of the server can raise: all sites send with the reputation of one mail server.
 */
export async function requireRecipientQuota(context: Context, recipients: number): Promise<void> {
  const { site, now } = context;
  const max = site.settings.messageRecipientsPerDay;
  const counter = await count(context, limitOf(context), "", recipients);
  if (counter.count <= max) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((counter.expiresAt.getTime() - now.getTime()) / 1000));
  throw new Problem(
    "rate_limited",
    `This site can send messages to ${max} recipients in 24 hours, and this message has ${recipients}. The limit resets at ${counter.expiresAt.toISOString()}. The server operator can raise it: lectern site set ${site.host} message_recipients_per_day=…`,
    { retryAfterSeconds },
  );
}

/**
 * Counts recipients when a message starts. Returns the time at which the limit resets, without counting, if there are
 * too many for today.
 */
export async function takeRecipientQuota(context: Context, recipients: number): Promise<Date | undefined> {
  const limit = limitOf(context);
  const { count: counted, expiresAt } = await count(context, limit, "", recipients);
  if (counted <= limit.max) return undefined;
  await count(context, limit, "", -recipients);
  return expiresAt;
}
