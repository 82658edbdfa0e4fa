import type { Caller } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import { table, type TableName } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { holdsScope } from "#domain/platform/callers/holds-scope.ts";
import { typedEntries } from "#lib/json/typed-object.ts";
import { formatId, type IdKind, readableName } from "#domain/platform/ids.ts";
import { requireScopes } from "#domain/platform/callers/authorize.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { MessageAudience } from "./message.ts";

const membersPerStep = 500;

/** Recipients beyond this number are not counted. */
const maxCounted = 1_000_000;

/** Scopes that list the same people. Callers without them would learn how many there are. */
const scopesOf: Readonly<Record<MessageAudience["kind"], Scope>> = {
  member: "members:read",
  members: "members:read",
  course: "students:read",
  inactive: "students:read",
  group: "students:read",
  event: "events:read",
  membership: "subscriptions:read",
};

/** Throws unless the caller may see the people of an audience. */
export const requireAudienceScope = (caller: Caller, { kind }: MessageAudience): void =>
  requireScopes(caller, ["members:write", scopesOf[kind]]);

/** Throws unless the caller may see the people of the audience of a stored message. */
export const requireListScope = (caller: Caller, { kind }: Pick<MessageAudience, "kind">): void =>
  requireScopes(caller, [scopesOf[kind]]);

/** Kinds of audiences whose people the caller may see. */
export const listedKinds = (caller: Caller): string[] =>
  typedEntries(scopesOf).flatMap(([kind, scope]) => (holdsScope(caller, scope) ? [kind] : []));

interface Target {
  kind: IdKind;
  /** Field of the input. */
  field: string;
  id: string;
  name: TableName;
}

function targetOf(audience: MessageAudience): Target | undefined {
  switch (audience.kind) {
    case "member":
      return { kind: "member", field: "memberId", id: audience.memberId, name: "members" };
    case "course":
      return { kind: "course", field: "courseId", id: audience.courseId, name: "courses" };
    case "inactive":
      return audience.courseId === undefined
        ? undefined
        : { kind: "course", field: "courseId", id: audience.courseId, name: "courses" };
    case "event":
      return { kind: "event", field: "eventId", id: audience.eventId, name: "events" };
    case "membership":
      return { kind: "membershipPlan", field: "planId", id: audience.planId, name: "membership_plans" };
    case "group":
      return { kind: "group", field: "groupId", id: audience.groupId, name: "groups" };
    case "members":
      return undefined;
  }
}

/** Throws unless what the audience belongs to exists. */
export async function requireTarget({ db, site }: SiteScope, audience: MessageAudience): Promise<void> {
  const target = targetOf(audience);
  if (!target) return;
  const { name, id, kind, field } = target;
  const found = await db.first`
    select id from ${identifier(name)} where site_id = ${site.id} and id = ${id} and ${table(name).present}`;
  if (found) return;
  const detail = `No ${readableName(kind)} has the ID ${formatId(kind, id)}.`;
  throw validationFailed(`/audience/${field}`, "not_found", detail);
}

/** Rows of one table that have the members of an audience. */
interface Source {
  rows: Sql;
  member: Sql;
  where: Sql;
}

const isOpen = (asOf: Date): Sql => sql`
  enrollments.starts_at <= ${asOf} and (enrollments.expires_at is null or enrollments.expires_at > ${asOf})`;

type Inactive = Extract<MessageAudience, { kind: "inactive" }>;

/**
 * Students with an enrollment that is not completed, and without activity since a time: in a course, or in all their
 * courses. A student who has enrolled since then is active.
 */
function isInactive(siteId: string, { inactiveSince: since, courseId }: Inactive, asOf: Date): Sql {
  const ofStudent = sql`enrollments.site_id = ${siteId} and enrollments.student_id = recipients.id
    and enrollments.deleted_at is null and enrollments.status <> 'revoked'`;
  const seen = sql`coalesce(enrollments.last_activity_at, enrollments.enrolled_at)`;
  const among = courseId === undefined ? sql`true` : sql`enrollments.course_id = ${courseId}`;
  return sql`
    exists (select 1 from enrollments
             where ${ofStudent} and ${among} and enrollments.status = 'active' and ${isOpen(asOf)}
               and ${seen} < ${since}::timestamptz)
    and not exists (select 1 from enrollments where ${ofStudent} and ${among} and ${seen} >= ${since}::timestamptz)`;
}

/** The audience as of a time. Filters are applied after a step, so that each step reads a bounded number. */
function sourceOf({ site }: SiteScope, audience: MessageAudience, asOf: Date): Source {
  switch (audience.kind) {
    case "member":
      return {
        rows: sql`members`,
        member: sql`members.id`,
        where: sql`members.site_id = ${site.id} and members.id = ${audience.memberId}`,
      };
    case "course":
      return {
        rows: sql`enrollments`,
        member: sql`enrollments.student_id`,
        where: sql`enrollments.site_id = ${site.id} and enrollments.course_id = ${audience.courseId}
          and enrollments.status in ('active', 'completed') and enrollments.deleted_at is null
          and ${isOpen(asOf)}`,
      };
    case "inactive":
      return {
        rows: sql`enrollments`,
        member: sql`enrollments.student_id`,
        where: sql`enrollments.site_id = ${site.id}
          and ${audience.courseId === undefined ? sql`true` : sql`enrollments.course_id = ${audience.courseId}`}`,
      };
    case "event":
      return {
        rows: sql`event_registrations`,
        member: sql`event_registrations.member_id`,
        where: sql`event_registrations.site_id = ${site.id} and event_registrations.event_id = ${audience.eventId}
          and (event_registrations.status in ('registered', 'checked_in')
               or (event_registrations.status = 'waitlisted' and ${audience.waitlist}))
          and event_registrations.deleted_at is null`,
      };
    case "membership":
      return {
        rows: sql`subscriptions`,
        member: sql`subscriptions.member_id`,
        where: sql`subscriptions.site_id = ${site.id} and subscriptions.plan_id = ${audience.planId}
          and subscriptions.status in ('trialing', 'active', 'past_due', 'canceled') and subscriptions.deleted_at is null
          and subscriptions.starts_at <= ${asOf} and (subscriptions.ends_at is null or subscriptions.ends_at > ${asOf})`,
      };
    case "group":
      return {
        rows: sql`group_members`,
        member: sql`group_members.member_id`,
        where: sql`group_members.site_id = ${site.id} and group_members.group_id = ${audience.groupId}`,
      };
    case "members":
      return { rows: sql`members`, member: sql`members.id`, where: sql`members.site_id = ${site.id}` };
  }
}

function matches({ site }: SiteScope, audience: MessageAudience, asOf: Date): Sql {
  if (audience.kind === "inactive") return isInactive(site.id, audience, asOf);
  return audience.kind === "members"
    ? sql`(${audience.roles.length === 0} or recipients.roles && ${audience.roles}::text[])
        and (${audience.tag === ""} or recipients.tags @> ${[audience.tag]}::text[])
        and (${!audience.marketingConsent} or recipients.consent_granted)`
    : sql`true`;
}

/** Returns the next members of an audience in the order of their IDs, and the last one that was considered. */
export async function nextRecipients(
  scope: SiteScope,
  audience: MessageAudience,
  { asOf, after }: { asOf: Date; after: string | null },
): Promise<{ ids: string[]; last: string | undefined }> {
  const { db, site } = scope;
  const { rows, member, where } = sourceOf(scope, audience, asOf);
  const beyond = after === null ? sql`true` : sql`${member} > ${after}::uuid`;
  const members = await db.many<{ id: string; isMatch: boolean | null }>`
    select step.id, (recipients.status in ('active', 'invited') and recipients.deleted_at is null
                     and ${matches(scope, audience, asOf)}) as is_match
      from (select distinct ${member} as id from ${rows}
             where ${where} and ${beyond} order by ${member} limit ${membersPerStep}) as step
      left join members as recipients on recipients.site_id = ${site.id} and recipients.id = step.id
     order by step.id`;
  const last = members.length < membersPerStep ? undefined : members.at(-1)?.id;
  return { ids: members.filter(({ isMatch }) => isMatch === true).map(({ id }) => id), last };
}

/** Returns the number of members of an audience. */
export async function countRecipients(context: Context, audience: MessageAudience): Promise<number> {
  const { db, site, now } = context;
  const { rows, member, where } = sourceOf(context, audience, now);
  const { count } = await db.one<{ count: number }>`
    select count(*) as count
      from (select distinct ${member} as id from ${rows} where ${where} limit ${maxCounted}) as audience
      join members as recipients on recipients.site_id = ${site.id} and recipients.id = audience.id
     where recipients.status in ('active', 'invited') and recipients.deleted_at is null and ${matches(context, audience, now)}`;
  return count;
}
