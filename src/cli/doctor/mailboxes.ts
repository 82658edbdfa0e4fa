import { countTwinAccounts, findTwinMembers } from "#domain/people/accounts/jobs/email-keys.ts";
import { formatId } from "#domain/platform/ids.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import type { Installation } from "#server/installation.ts";
import { type Check, wrong } from "./check.ts";

const name = "Mailboxes";
const maxReported = 10;

/** Reports people who exist twice, because an earlier release did not compare domains in ASCII. */
export async function checkMailboxes({ database }: Installation): Promise<Check[]> {
  const twins = await findTwinMembers(database);
  const members = await Promise.all(
    twins.slice(0, maxReported).map(async ({ siteId, memberId, twinId }) => {
      const site = await findSite(database, siteId);
      return wrong(
        name,
        `The members ${formatId("member", memberId)} and ${formatId("member", twinId)} of ${site?.origin ?? siteId} have ` +
          "one mailbox, whose domain is written in Unicode and in ASCII (xn--). Keep the one that the person uses. " +
          "Enroll them there in what the other one has, then erase the other one or give it another address.",
      );
    }),
  );
  const rest = twins.length - members.length;
  const accounts = await countTwinAccounts(database);
  return [
    ...members,
    ...(rest > 0 ? [wrong(name, `${rest} more pairs of members have one mailbox.`)] : []),
    ...(accounts > 0
      ? [
          wrong(
            name,
            `${accounts} accounts have the mailbox of another account, and nobody can sign in to them. They end with ` +
              "their last member: erase these members, or give them another address.",
          ),
        ]
      : []),
  ];
}
