import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import type { LearnerAudience } from "#domain/messages/notifications/audience.ts";
import type { Addressed } from "#domain/messages/notifications/notification.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";

type News = Pick<Addressed, "content" | "link" | "cause">;

/** Writes the reminder of each of these members. Members without a reason for one are left out. */
export const newsOfLearners = (
  context: Context,
  audience: LearnerAudience,
  memberIds: readonly string[],
): Promise<ReadonlyMap<string, News>> =>
  audience.kind === "silent" ? coursesToContinue(context, memberIds) : weeksOf(context, audience, memberIds);

interface CourseToContinue {
  memberId: string;
  id: string;
  lastActivityAt: Date;
  course: string;
  slug: string;
  lecture: string | null;
  percent: number;
}

/** The course in which each member learned last. */
async function coursesToContinue(context: Context, memberIds: readonly string[]): Promise<Map<string, News>> {
  const { db, site, now } = context;
  const courses = await db.many<CourseToContinue>`
    select members.id as member_id, last.* from unnest(${memberIds}::uuid[]) as members (id)
     cross join lateral (
       select enrollments.id, enrollments.last_activity_at, courses.name as course, courses.slug,
              case when lectures.status = 'published' then lectures.title end as lecture, enrollments.progress_permille / 10 as percent
         from enrollments
        cross join ${table("courses").joined(site.id, sql`enrollments.course_id`)}
         left join ${table("lectures").joined(site.id, sql`enrollments.last_lecture_id`)}
           on ${table("lectures").present}
        where enrollments.site_id = ${site.id} and enrollments.student_id = members.id
          and enrollments.deleted_at is null and enrollments.status = 'active' and enrollments.starts_at <= ${now}
          and (enrollments.expires_at is null or enrollments.expires_at > ${now})
          and enrollments.last_activity_at is not null
          and courses.deleted_at is null and courses.status = 'published'
        order by coalesce(enrollments.last_activity_at, enrollments.enrolled_at) desc, enrollments.id desc
        limit 1) as last`;
  return new Map(courses.map(({ memberId, ...course }) => [memberId, occasions.courseToContinue(course)]));
}

interface Week {
  memberId: string;
  lectures: number;
  courses: number;
  next: string | null;
}

/** The lectures that each member completed in the week. */
async function weeksOf(
  { db, site, now }: Context,
  { from, before }: LearnerAudience,
  memberIds: readonly string[],
): Promise<Map<string, News>> {
  const weeks = await db.many<Week>`
    select enrollments.student_id as member_id, sum(done.lectures)::integer as lectures,
           count(*) filter (where done.lectures > 0)::integer as courses,
           (array_agg(courses.name order by enrollments.last_activity_at desc, enrollments.id)
              filter (where enrollments.status = 'active'
                        and (enrollments.expires_at is null or enrollments.expires_at > ${now})))[1] as next
      from unnest(${memberIds}::uuid[]) as members (id)
      join enrollments on enrollments.site_id = ${site.id} and enrollments.student_id = members.id
      join courses on courses.site_id = ${site.id} and courses.id = enrollments.course_id
     cross join lateral (
       select count(*) as lectures from lecture_progress
        where lecture_progress.site_id = ${site.id} and lecture_progress.enrollment_id = enrollments.id
          and lecture_progress.completed_at >= ${from} and lecture_progress.completed_at < ${before}) as done
     where enrollments.deleted_at is null and enrollments.status <> 'revoked'
       and enrollments.last_activity_at >= ${from} and courses.deleted_at is null
     group by enrollments.student_id`;
  const learned = weeks.filter(({ lectures }) => lectures > 0);
  return new Map(learned.map(({ memberId, ...week }) => [memberId, occasions.weekOfLearning(week, from)]));
}
