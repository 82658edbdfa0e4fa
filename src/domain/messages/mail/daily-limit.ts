import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { count } from "#domain/platform/rate-limits/rate-limits.ts";

const day = 86_400;

/**
 * Counts an email to a person who has not accepted yet: invitations, resent invitations, and the verification of a
 * sender address. The count belongs to the email's transaction, so that exactly the sent emails count. Throws
 * `rate_limited` beyond the site's limit, which only the server's operator can raise.
 */
export async function requireInvitationQuota(context: Context): Promise<void> {
  const { site, now } = context;
  const maxInvitations = site.settings.invitationMailsPerDay;
  const counter = await count(context, { name: "invitation-mail/site", max: maxInvitations, seconds: day }, "");
  if (counter.count <= maxInvitations) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((counter.expiresAt.getTime() - now.getTime()) / 1000));
  throw new Problem(
    "rate_limited",
    `This site has reached its limit of ${maxInvitations} invitations in 24 hours. The limit resets at ${counter.expiresAt.toISOString()}. The server operator can raise it: lectern site set ${site.host} invitation_mails_per_day=…`,
    { retryAfterSeconds },
  );
}
