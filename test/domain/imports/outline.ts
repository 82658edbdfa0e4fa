import type { SiteScope } from "#domain/platform/context.ts";

/** Describes everything that an OULAD import stores at a site, without generated ids. */
export async function outline({ db, site }: SiteScope): Promise<Record<string, object[]>> {
  return {
    courses: await db.many<object>`
      select slug, enrollment_count, lecture_count from courses where site_id = ${site.id} order by slug`,
    enrollments: await db.many<object>`
      select enrollments.external_id, enrollments.status, enrollments.enrolled_at, enrollments.last_activity_at,
             members.external_id as member, members.joined_at, members.last_active_at,
             lectures.external_id as last_lecture
        from enrollments
        join members on members.site_id = enrollments.site_id and members.id = enrollments.student_id
        left join lectures on lectures.site_id = enrollments.site_id and lectures.id = enrollments.last_lecture_id
       where enrollments.site_id = ${site.id}
       order by enrollments.external_id`,
    progress: await db.many<object>`
      select enrollments.external_id, lectures.external_id as lecture, progress.first_opened_at, progress.updated_at,
             progress.completed_at
        from lecture_progress as progress
        join enrollments on enrollments.site_id = progress.site_id and enrollments.id = progress.enrollment_id
        join lectures on lectures.site_id = progress.site_id and lectures.id = progress.lecture_id
       where progress.site_id = ${site.id}
       order by enrollments.external_id, lectures.external_id`,
    attempts: await db.many<object>`
      select external_id, submitted_at, score_percent::float8 as score, passed, answers from quiz_attempts
       where site_id = ${site.id} order by external_id`,
    submissions: await db.many<object>`
      select external_id, submitted_at, score::float8 as score, status, due_at from submissions
       where site_id = ${site.id} order by external_id`,
  };
}
