import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { withVisibleGroups } from "#domain/learning/groups/require-group.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant, Start } from "#domain/platform/time/instant.ts";
import {
  anyIdOf,
  anyOf,
  changeTimes,
  equalTo,
  exactly,
  indexedBy,
  joinedToAny,
  matching,
  range,
} from "#domain/platform/listing/filters.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { operation } from "#domain/platform/operation.ts";
import { memberWithAddress } from "#domain/people/members/queries.ts";
import { only } from "#lib/collections/only.ts";
import { columns, requireEnrollment, inOwnCourses } from "./queries.ts";
import { EnrollmentResource, type EnrollmentRow, enrollmentSources, enrollmentStatuses } from "./enrollment.ts";
import { serializeEnrollments } from "./serialize-enrollments.ts";
import { statusFilter } from "./status-filter.ts";
import { requireVisibleQuery } from "#domain/learning/students/student.ts";
import { progressPercent } from "#domain/learning/progress/progress-percent.ts";

/** The expression of the index `enrollments_by_last_activity`: enrollments that were never started come first. */
const lastActivity = sql`coalesce(enrollments.last_activity_at, '-infinity')`;

const enrollments = listing<EnrollmentRow>({
  kind: "enrollment",
  table: sql`enrollments`,
  columns,
  defaultSort: "-createdAt",
  sorts: {
    createdAt: "timestamptz",
    updatedAt: "timestamptz",
    enrolledAt: "timestamptz",
    lastActivityAt: "timestamptz or -infinity",
    progressPercent: {
      column: sql`enrollments.progress_permille`,
      type: "integer",
      of: (row: EnrollmentRow) => row.progressPermille,
    },
  },
  notSorted: { progress: "To sort by progress, use `progress_percent`." },
  filters: {
    courseId: anyIdOf(Id("course"), sql`enrollments.course_id`),
    studentId: anyIdOf(Id("member"), sql`enrollments.student_id`),
    planId: anyIdOf(Id("coursePlan"), sql`enrollments.plan_id`),
    externalId: exactly(ExternalId, sql`enrollments.external_id`),
    source: anyOf(z.enum(enrollmentSources), sql`enrollments.source`),
    email: matching(EmailAddress, (email, site) =>
      equalTo(sql`enrollments.student_id`, memberWithAddress(site, email)),
    ),
    groupId: joinedToAny(Id("group"), {
      column: sql`enrollments.student_id`,
      table: sql`group_members`,
      by: sql`group_members.member_id`,
      key: sql`group_members.group_id`,
    }),
    expiresAt: range(Instant, sql`enrollments.expires_at`),
    enrolledAt: range(Instant, sql`enrollments.enrolled_at`),
    completedAt: range(Instant, sql`enrollments.completed_at`),
    lastActivityAt: range(Instant, sql`enrollments.last_activity_at`, lastActivity),
    inactiveSince: matching(
      Start.meta({
        description:
          "Without activity since then, including enrollments that were never started. Add `enrolled_at[lt]` to leave out new ones.",
      }),
      (since) => indexedBy(lastActivity, sql`${lastActivity} < ${since}`),
    ),
    progressPercent,
    ...changeTimes(sql`enrollments`),
  },
});

export const listEnrollments = operation({
  name: "listEnrollments",
  summary: "List enrollments",
  description:
    "Filters and orders by `progress_percent` follow a change of the curriculum within seconds, and the percentage in responses immediately.",
  reads: "students:read",
  input: enrollments.input.extend({ status: z.array(z.enum(enrollmentStatuses)).min(1).max(5).optional() }),
  output: pageSchemaOf(EnrollmentResource),
  async run(context, input) {
    const { status, email } = input as typeof input & { email?: string };
    requireVisibleQuery(context, { email });
    const requested = await withVisibleGroups(context, input);
    const inState = status && statusFilter(status, context.now);
    const page = await enrollments.page(context, requested, { confine: [inState, inOwnCourses(context)] });
    return { ...page, data: await serializeEnrollments(context, page.data) };
  },
});

export const getEnrollment = operation({
  name: "getEnrollment",
  summary: "Retrieve an enrollment",
  reads: "students:read",
  input: z.object({ id: Id("enrollment") }),
  output: EnrollmentResource,
  async run(context, { id }) {
    return only(await serializeEnrollments(context, [await requireEnrollment(context, id)]));
  },
});
