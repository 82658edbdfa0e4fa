import * as z from "zod";
import { hashPassword } from "#domain/accounts/password.ts";
import { requireGoodPassword } from "#domain/accounts/password-rules.ts";
import { listAccountSites, setPasswordHash } from "#domain/accounts/queries.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import { formatId, Id } from "#domain/ids.ts";
import { operation } from "#domain/operation.ts";
import { notFound } from "#domain/problem.ts";
import { findSite } from "#domain/sites/queries.ts";
import { activateMember, endSessions, findMember } from "./queries.ts";

/** The account is one at all sites: so is its password, and every browser that is signed in anywhere is signed out. */
export const resetPassword = operation({
  name: "resetPassword",
  summary: "Give a person a new password and sign them out everywhere",
  access: { only: ["cli"] },
  writes: true,
  input: z.object({ id: Id("member"), password: z.string() }),
  output: z.object({ sites: z.number().int(), sessionsEnded: z.number().int() }),
  async run(context, { id, password }) {
    const { db, now } = context;
    const member = await findMember(context, id);
    if (!member) throw notFound("member", formatId("member", id));
    requireGoodPassword(password);
    await setPasswordHash(db, member.accountId, await hashPassword(password), now);

    const places = await listAccountSites(db, member.accountId);
    let sessionsEnded = 0;
    for (const { siteId, memberId } of places) {
      const site = await findSite(db, siteId);
      if (!site) continue;
      const there = { ...context, site };
      await activateMember(there, memberId, now);
      sessionsEnded += await endSessions(there, memberId, now);
      const subject = { resourceType: "member", resourceId: formatId("member", memberId) };
      await recordAudit(there, "resetPassword", subject);
    }
    return { sites: places.length, sessionsEnded };
  },
});
