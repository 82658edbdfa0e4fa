import type { Role } from "#access/roles.ts";
import { isSuppressed } from "#domain/messages/mail-reports/queries.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { MemberRecord } from "#domain/people/members/member.ts";
import { listSharedPlans } from "#domain/memberships/subscriptions/queries.ts";
import { provingAddress } from "./merge-address.ts";
import { listPendingOf } from "./queries.ts";

const maxNamedRecords = 3;

export const obstacleCodes = [
  "same_member",
  "removed",
  "suspended",
  "invited",
  "staff_role",
  "lecturer_profile",
  "second_factor",
  "pending_merge",
  "same_ticket",
  "same_plan",
  "bounced",
] as const;

interface Obstacle {
  code: (typeof obstacleCodes)[number];
  /** Says how to fix it. */
  detail: string;
}

export interface Merged {
  from: MemberRecord;
  into: MemberRecord;
}

/** Throws `conflict` with all reasons that prevent a merge. Both members are locked. */
export async function requireMergeable(context: Context, merged: Merged, ownId?: string): Promise<void> {
  const { from, into } = merged;
  const obstacles =
    from.id === into.id
      ? [{ code: "same_member" as const, detail: "A member cannot be merged with themselves. Send another `into_id`." }]
      : [
          ...statusObstacles(merged),
          ...roleObstacles(from),
          ...(await factorObstacles(context, from)),
          ...(await mergeObstacles(context, merged, ownId)),
          ...(await registrationObstacles(context, merged)),
          ...(await subscriptionObstacles(context, merged)),
        ];
  throwObstacles(obstacles);
}

/** Throws `conflict` if a link would not reach one of the members. */
export async function requireReachable(context: Context, { from, into }: Merged): Promise<void> {
  const obstacles: Obstacle[] = [];
  for (const member of [from, into]) {
    const to = await provingAddress(context, member);
    if (!(await isSuppressed(context.db, { siteId: context.site.id, to }))) continue;
    // Staff may not know the address with which the member signs in.
    const detail = `Email to ${formatId("member", member.id)} bounced, so a link would not arrive. Lift the suppression of the address, or let the person change it, first.`;
    obstacles.push({ code: "bounced", detail });
  }
  throwObstacles(obstacles);
}

function throwObstacles(obstacles: readonly Obstacle[]): void {
  if (obstacles.length === 0) return;
  throw new Problem("conflict", obstacles.map(({ detail }) => detail).join(" "), {
    errors: obstacles.map((obstacle) => ({ pointer: "/intoId", ...obstacle })),
  });
}

function* statusObstacles({ from, into }: Merged): Generator<Obstacle> {
  for (const { id, status } of [from, into]) {
    const name = formatId("member", id);
    if (status === "removed") yield { code: "removed", detail: `${name} was removed. Add the person again first.` };
    if (status === "suspended") {
      yield { code: "suspended", detail: `${name} is suspended. Reinstate the member first.` };
    }
  }
  if (into.status === "invited") {
    const detail = `${formatId("member", into.id)} has not accepted the invitation. Merge in the other direction, or wait for the acceptance.`;
    yield { code: "invited", detail };
  }
}

/** People with another role than student are merged by the staff only. */
export const isStaff = ({ roles }: { roles: readonly Role[] }): boolean => roles.some((role) => role !== "student");

/** A merge never passes on a privilege: neither a role nor the courses of a lecturer profile. */
function* roleObstacles({ id, roles, lecturerId }: MemberRecord): Generator<Obstacle> {
  const name = formatId("member", id);
  const staff = roles.filter((role) => role !== "student");
  if (staff.length > 0) {
    const detail = `${name} has the role ${staff.join(", ")}. Leave them only the role student first, or merge in the other direction.`;
    yield { code: "staff_role", detail };
  }
  if (lecturerId !== null) {
    const detail = `${name} has the lecturer profile ${formatId("lecturer", lecturerId)}. Remove the member from the profile first.`;
    yield { code: "lecturer_profile", detail };
  }
}

/** A mailed link alone must not give away what a sign-in with the mailbox does not open. */
async function factorObstacles(context: Context, { id }: MemberRecord): Promise<Obstacle[]> {
  if (!hasFactor(await findFactors(context, id))) return [];
  const detail = `${formatId("member", id)} signs in with a second factor. The person removes it first, or merge in the other direction.`;
  return [{ code: "second_factor", detail }];
}

async function mergeObstacles(context: Context, { from, into }: Merged, ownId?: string): Promise<Obstacle[]> {
  const pending = await listPendingOf(context, [from.id, into.id], context.now);
  return pending
    .filter(({ id }) => id !== ownId)
    .slice(0, maxNamedRecords)
    .map(({ id }) => ({
      code: "pending_merge",
      detail: `${formatId("memberMerge", id)} is another pending merge of one of the members. Cancel it, or wait until it is confirmed or expires.`,
    }));
}

async function registrationObstacles({ db, site }: SiteScope, { from, into }: Merged): Promise<Obstacle[]> {
  const merges = await db.many<{ fromId: string; intoId: string }>`
    select theirs.id as from_id, own.id as into_id
      from event_registrations as theirs
      join event_registrations as own
        on own.site_id = ${site.id} and own.ticket_id = theirs.ticket_id and own.member_id = ${into.id}
       and own.status <> 'canceled'
     where theirs.site_id = ${site.id} and theirs.member_id = ${from.id} and theirs.status <> 'canceled'
       and (theirs.status in ('registered', 'waitlisted') or own.status in ('registered', 'waitlisted'))
     order by theirs.id limit ${maxNamedRecords}`;
  return merges.map(({ fromId, intoId }) => ({
    code: "same_ticket",
    detail: `Both members are registered with the same ticket: ${formatId("eventRegistration", fromId)} and ${formatId("eventRegistration", intoId)}. Cancel the one that is not needed first.`,
  }));
}

async function subscriptionObstacles(context: Context, { from, into }: Merged): Promise<Obstacle[]> {
  const planIds = await listSharedPlans(context, [from.id, into.id], context.now);
  return planIds.slice(0, maxNamedRecords).map((id) => ({
    code: "same_plan",
    detail: `Both members have an active subscription to ${formatId("membershipPlan", id)}. Cancel one of the subscriptions first.`,
  }));
}
