import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Caller } from "#access/caller.ts";
import type { Role } from "#access/roles.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { unreadOf } from "#domain/messages/notifications/queries.ts";
import { byStaffInPerson, operation } from "#domain/platform/operation.ts";
import { invalidState, Problem } from "#domain/platform/problem.ts";
import { ranksAbove } from "#domain/platform/callers/role-rules.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { requireMember } from "#domain/people/members/queries.ts";

const aMember = z.object({ id: Id("member") });

/** True if staff may see the school as this member: one with lower roles only, and never themselves. */
export const mayView = (
  caller: Caller,
  { id, roles, status }: { id: string; roles: readonly Role[]; status: string },
): boolean =>
  caller.kind === "session" && caller.memberId !== id && status === "active" && ranksAbove(caller.roles, roles);

export const startMemberView = operation({
  name: "startMemberView",
  summary: "See the school as a member",
  description: "Read only. In the audit log.",
  writes: byStaffInPerson,
  sensitive: { subject: "member_view" },
  input: aMember,
  output: aMember,
  async run(context, { id }) {
    const member = await requireMember(context, id);
    if (member.status !== "active") throw invalidState("member", member.status, "viewed", []);
    if (!mayView(context.caller, member)) {
      throw new Problem("role_required", "You can see the school as members with lower roles than yours only.");
    }
    return { id };
  },
});

export const endMemberView = operation({
  name: "endMemberView",
  summary: "End the view of a member",
  writes: byStaffInPerson,
  input: aMember,
  output: aMember,
  run: (_context, { id }) => Promise.resolve({ id }),
});

/**
 * Returns what pages show to the member, for a viewer whose session and roles permit it now. It has the role student only:
 * what staff see as staff is not the member's.
 */
export async function findViewed(
  { db, site }: Pick<Context, "db" | "site">,
  viewer: Session,
  memberId: string,
): Promise<Session | undefined> {
  if (!viewer.roles.includes("owner") && !viewer.roles.includes("manager")) return undefined;
  const viewed = await db.first<
    Pick<Session, "accountId" | "roles" | "name" | "email" | "locale" | "timeZone" | "unread"> & { status: string }
  >`
    select members.account_id, members.roles, members.name, members.email, members.locale, members.time_zone, members.status,
           ${unreadOf(site.id, sql`members.id`)} as unread
      from members
     where members.site_id = ${site.id} and members.id = ${memberId} and ${table("members").present}
       and members.account_id is not null`;
  const caller = { kind: "session", sessionId: viewer.id, ...viewer } as const;
  if (!viewed || !mayView(caller, { id: memberId, roles: viewed.roles, status: viewed.status })) return undefined;
  const { accountId, name, email, locale, timeZone, unread } = viewed;
  return {
    ...viewer,
    memberId,
    accountId,
    name,
    email,
    locale,
    timeZone,
    unread,
    roles: ["student"],
    viewedBy: viewer.memberId,
  };
}
