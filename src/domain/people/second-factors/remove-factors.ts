import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { postFactorNotice } from "#domain/people/accounts/post-notice.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { revokeOtherSessions } from "#domain/people/sessions/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { deleteFactors, lockFactors } from "./queries.ts";

export const removeSecondFactors = operation({
  name: "removeSecondFactors",
  summary: "Remove the second factors of a member",
  description:
    "For a person who has lost phone, passkeys and recovery codes. Signs them out everywhere at the site and notifies them by email. The password stays the same.",
  access: { only: ["cli"] },
  writes: true,
  input: z.object({ id: Id("member") }),
  output: z.object({ removed: z.number().int().min(0), sessionsEnded: z.number().int().min(0) }),
  async run(context, { id }) {
    const member = (await lockFactors(context, id)) ? await findMember(context, id) : undefined;
    if (!member) throw notFound("member", formatId("member", id));
    const removed = await deleteFactors(context, id);
    const sessionsEnded = await revokeOtherSessions(context, nilUuid, id);
    const account = member.accountId === null ? undefined : await findAccount(context.db, member.accountId);
    if (account && removed > 0) await postFactorNotice(context, account, "factorsRemovedByStaff");
    return { removed, sessionsEnded };
  },
  audit: ({ id }, { removed, sessionsEnded }) => about("member", id, { removed, sessionsEnded }),
});
