import * as z from "zod";
import { hashPassword, requireGoodPassword } from "#domain/people/accounts/password.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { invalidState, notFound } from "#domain/platform/problem.ts";
import { createAccountFor } from "./claim-account.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { setAccountPassword } from "./set-account-password.ts";

export const resetPassword = operation({
  name: "resetPassword",
  summary: "Reset the password of a member",
  description: "Signs the person out everywhere.",
  writes: { only: ["cli"] },
  input: z.object({ id: Id("member"), password: z.string() }),
  output: z.object({ sessionsEnded: z.number().int().min(0) }),
  async run(context, { id, password }) {
    const member = await findMember(context, id);
    if (!member) throw notFound("member", formatId("member", id));
    requireGoodPassword(password, member.email);
    const passwordHash = await hashPassword(password);
    const { accountId } = member;
    if (accountId === null) return setFirstPassword(context, member, passwordHash);
    const choice = { by: "operator", siteId: context.site.id } as const;
    return setAccountPassword(context, {
      accountId,
      passwordHash,
      action: "resetPassword",
      choice,
      disconnects: "by_setting",
    });
  },
  unaudited: "recorded at each site of the person (setAccountPassword)",
});

/** Sets a first password only: a site must not change the password of a person who has not accepted there. */
async function setFirstPassword(context: Context, member: MemberRecord, passwordHash: string) {
  if (member.status !== "invited" || !(await createAccountFor(context, member, passwordHash))) {
    const instead = "The person can accept by signing in with their own password, or by an invitation link.";
    throw invalidState("member", member.status, "given a password", [], instead);
  }
  await recordAudit(context, "resetPassword", about("member", member.id));
  return { sessionsEnded: 0 };
}
