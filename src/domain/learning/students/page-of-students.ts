import * as z from "zod";
import { sql, type Sql } from "#database/statements/sql.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context } from "#domain/platform/context.ts";
import { ofOwnCourses } from "#domain/catalog/courses/own-courses.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { withVisibleGroups } from "#domain/learning/groups/require-group.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant, Start } from "#domain/platform/time/instant.ts";
import {
  all,
  anyOf,
  asSql,
  changeTimes,
  equalTo,
  exactly,
  indexedBy,
  joinedToAny,
  type Joining,
  matching,
  oneOf,
  range,
  type Reference,
  tagged,
} from "#domain/platform/listing/filters.ts";
import { listing, mapPage } from "#domain/platform/listing/listing.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { columnsFor, isStudent, ownStudents } from "./queries.ts";
import { type StudentRow, studentStatuses, serializeStudent, requireVisibleQuery, seesEmail } from "./student.ts";
import { isConfined } from "#domain/platform/callers/is-confined.ts";
import { foldingInSql, spellingsInSql } from "#domain/platform/search/folding-in-sql.ts";
import { tokensOf } from "#lib/text/search-tokens.ts";
import { progressPercent } from "#domain/learning/progress/progress-percent.ts";

const byName = {
  column: sql`coalesce(members.name, members.email)`,
  type: "text",
  of: (row: StudentRow) => row.name ?? row.email,
} as const;

/** The groups of students, for filters of students. */
export const inGroups: Joining = {
  column: sql`members.id`,
  table: sql`group_members`,
  by: sql`group_members.member_id`,
  key: sql`group_members.group_id`,
};

const notByProgress =
  "Students are not sorted by progress, because each enrollment has its own: sort enrollments by `progress_percent`.";

const definition = {
  kind: "member",
  table: sql`members`,
  columns: (_now: Date, context: Context) => columnsFor(context),
  searchable: true,
  search: searchVisible,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    name: byName,
    lastActiveAt: "timestamptz or -infinity",
  },
  notSorted: { progress: notByProgress, progress_percent: notByProgress },
  filters: {
    status: anyOf(z.enum(studentStatuses), sql`members.status`),
    email: matching(EmailAddress, (email) => equalTo(sql`members.email_key`, sql`${emailKey(email)}`)),
    externalId: exactly(ExternalId, sql`members.external_id`),
    tag: tagged(sql`members`),
    groupId: joinedToAny(Id("group"), inGroups),
    lastActiveAt: range(Instant, sql`members.last_active_at`, sql`coalesce(members.last_active_at, '-infinity')`),
    ...changeTimes(sql`members`),
  },
} as const;

const students = listing<StudentRow, (typeof definition)["sorts"], (typeof definition)["filters"]>(definition);

/**
 * For callers who cannot see addresses: neither the order nor a cursor may reveal the address of a nameless student.
 */
const studentsWithoutEmail = listing<StudentRow>({
  ...definition,
  sorts: {
    ...definition.sorts,
    name: { ...byName, column: sql`coalesce(members.name, '')`, of: (row: StudentRow) => row.name ?? "" },
  },
});

const lastActivity = sql`coalesce(enrollments.last_activity_at, '-infinity')`;
const ofCourses = z.array(Id("course")).min(1).max(50);
const enrolledAt = range(Instant, sql`enrollments.enrolled_at`);
const inactiveSince = Start.meta({
  description:
    "Enrolled without activity in the course since then, including courses that were never started. Add `enrolled_at[lt]` to leave out new ones.",
});

/** Conditions on one enrollment: course, time, progress and activity. */
const ofEnrollment = z
  .object({ courseId: ofCourses, enrolledAt: enrolledAt.input, progressPercent: progressPercent.input, inactiveSince })
  .partial();

/** Filters of all student lists. */
export const studentFilters = students.input.extend(ofEnrollment.shape);

/** Returns a page of the students that the caller may see and that match `confine`. */
export async function studentsPage(context: Context, input: z.output<typeof studentFilters>, confine?: Reference) {
  requireVisibleQuery(context, input);
  const requested = await withVisibleGroups(context, input);
  const list = seesEmail(context) ? students : studentsWithoutEmail;
  return mapPage(
    await list.page(context, requested, {
      confine: [isStudent, ownStudents(context), enrolled(requested, context), confine],
    }),
    (student) => serializeStudent(context, student),
  );
}

function enrolled(
  { courseId, enrolledAt: bounds, progressPercent: progress, inactiveSince: since }: z.output<typeof ofEnrollment>,
  context: Context,
): Reference | undefined {
  if ([courseId, bounds, progress, since].every((condition) => condition === undefined)) return undefined;
  const requested = [
    courseId && oneOf(sql`enrollments.course_id`, courseId, sql`uuid[]`),
    bounds && enrolledAt.condition(bounds),
    progress && progressPercent.condition(progress),
    since && indexedBy(lastActivity, sql`${lastActivity} < ${since}`),
  ];
  const conditions = all([
    ...requested.map((condition) => condition && asSql(condition)),
    ofOwnCourses(context, sql`enrollments`),
  ]);
  return {
    column: sql`members.id`,
    table: sql`enrollments`,
    by: sql`enrollments.student_id`,
    condition: sql`enrollments.site_id = ${context.site.id} and enrollments.status <> 'revoked'
                   and enrollments.deleted_at is null and ${conditions ?? sql`true`}`,
    inOrder: requested.find((condition) => condition !== undefined && "within" in condition),
  };
}

/**
 * SQL search condition for callers confined to own courses; undefined for others. `search_terms` also contain phone
 * numbers, external ids and tags, so this search reads the visible fields instead: each query word must begin a word
 * there. The rows are limited to the caller's students, so it needs no index.
 */
function searchVisible(context: Context, q: string): Sql | undefined {
  if (!isConfined(context)) return undefined;
  const tokens = tokensOf(q);
  if (tokens.length === 0) return sql`false`;
  const visible = seesEmail(context)
    ? sql`concat_ws(' ', members.name, members.email)`
    : sql`coalesce(members.name, '')`;
  // Scripts without spaces match by character pairs at any position.
  return sql`not exists (select from unnest(${tokens}::text[]) as word
                          where case when word ~ '^[a-z0-9]' then ${spellingsInSql(visible)} !~ ('(^|[^[:alnum:]])' || word)
                                     else strpos(${foldingInSql(visible)}, word) = 0 end)`;
}
