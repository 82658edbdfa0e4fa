import * as z from "zod";
import type { Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { postFactorNotice } from "#domain/people/accounts/post-notice.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { revokeOtherSessions } from "#domain/people/sessions/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { deleteFactors, lockFactors } from "./queries.ts";

const byOwners = { only: ["session", "cli"], roles: ["owner"] } as const;

interface Target {
  id: string;
  roles: readonly Role[];
}

/**
 * Returns whether the caller may remove the second factors of a member. Owners may not do it for owners, themselves
 * included: a stolen session of one owner could otherwise weaken all of them. The operator of the server helps owners.
 */
export const mayRemoveFactors = (caller: Caller, { roles }: Pick<Target, "roles">): boolean =>
  caller.kind === "cli" ||
  (caller.kind === "session" &&
    caller.roles.includes("owner") &&
    caller.viewedBy === undefined &&
    !roles.includes("owner"));

export const removeSecondFactors = operation({
  name: "removeSecondFactors",
  summary: "Remove the second factors of a member",
  description:
    "For a person who has lost phone, passkeys and recovery codes. Signs them out everywhere at the site and notifies them by email. The password stays the same.",
  writes: byOwners,
  sensitive: { subject: "sign_in" },
  input: z.object({ id: Id("member") }),
  output: z.object({ removed: z.number().int().min(0), sessionsEnded: z.number().int().min(0) }),
  async run(context, { id }) {
    const member = (await lockFactors(context, id)) ? await findMember(context, id) : undefined;
    if (!member) throw notFound("member", formatId("member", id));
    if (!mayRemoveFactors(context.caller, member)) throw refused(context, member);
    const removed = await deleteFactors(context, id);
    const sessionsEnded = await revokeOtherSessions(context, nilUuid, id);
    const account = member.accountId === null ? undefined : await findAccount(context.db, member.accountId);
    if (account && removed > 0) await postFactorNotice(context, account, "factorsRemovedByStaff");
    return { removed, sessionsEnded };
  },
  audit: ({ id }, { removed, sessionsEnded }) => about("member", id, { removed, sessionsEnded }),
});

const refused = ({ caller }: Context, { id }: Target): Problem =>
  new Problem(
    "role_required",
    caller.kind === "session" && caller.memberId === id
      ? "You remove your own second factors on the page of your account."
      : "Only the operator of the server can remove the second factors of an owner, with `lectern member recover`.",
  );
