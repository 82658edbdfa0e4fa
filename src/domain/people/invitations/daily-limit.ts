import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { count } from "#domain/platform/rate-limits/rate-limits.ts";

const day = 86_400;

/**
 * Counts one more mail to somebody who has not accepted yet: every invitation, resent ones included, and the mail that
 * verifies a sender address. It is counted in the transaction of the mail, so that exactly the mails that are sent
 * count. Throws `rate_limited` beyond the limit of the site, which only the operator of the server raises.
 */
export async function requireInvitationQuota(context: Context): Promise<void> {
  const { site, now } = context;
  const most = site.settings.invitationMailsPerDay;
  const counter = await count(context, { name: "invitation-mail/site", most, seconds: day }, "");
  if (counter.count <= most) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((counter.expiresAt.getTime() - now.getTime()) / 1000));
  throw new Problem(
    "rate_limited",
    `This site may send ${most} invitations in 24 hours, and has sent them. The limit resets at ${counter.expiresAt.toISOString()}. The operator of the server can raise it: lectern site set ${site.host} invitation_mails_per_day=…`,
    { retryAfterSeconds },
  );
}
