import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Recipients of an announcement, evaluated as of the time of the event. */
export type Audience =
  /** Attendees of an event; with `waiting`, including the waitlist. */
  | { kind: "attendees"; eventId: string; waiting: boolean }
  /** Students with access to a course. */
  | { kind: "students"; courseId: string }
  /** Students of a course whose schedule opens previously closed content. */
  | ({ kind: "opening"; courseId: string; lectureIds: string[]; sectionIds: string[] } & Partial<Begun>)
  /**
   * Followers of the discussion of a lecture who are enrolled or staff, if others have commented since, unless they
   * were notified of each comment as a reply.
   */
  | { kind: "followers"; lectureId: string }
  /** Subscribers of any of these membership plans. */
  | { kind: "subscribers"; planIds: string[] }
  | LearnerAudience
  /** All members. */
  | { kind: "members" };

/**
 * Students by their last activity in courses that are open to them: those who have been silent since a time (RFC 3339)
 * within the interval, or those who have learned since its beginning. Each gets a text of their own.
 */
export interface LearnerAudience {
  kind: "silent" | "learned";
  from: string;
  before: string;
}

export const isOfLearners = (audience: Audience): audience is LearnerAudience =>
  audience.kind === "silent" || audience.kind === "learned";

/** Access started within this interval (RFC 3339). */
interface Begun {
  begunAfter: string;
  begunUntil: string;
}

/** Keyset page in member id order. */
interface Page {
  after: string | null;
  limit: number;
}

/** Returns the next members of an audience as of a time. */
export async function listAudience(scope: SiteScope, audience: Audience, then: Date, page: Page): Promise<string[]> {
  const found = await read(scope, audience, then, page);
  return found.map(({ memberId }) => memberId);
}

function read({ db, site }: SiteScope, audience: Audience, then: Date, page: Page): Promise<{ memberId: string }[]> {
  const { limit } = page;
  switch (audience.kind) {
    case "attendees":
      return db.many`
        select distinct member_id from event_registrations
         where site_id = ${site.id} and event_id = ${audience.eventId} and created_at <= ${then}
           and (status in ('registered', 'checked_in') or (status = 'waitlisted' and ${audience.waiting}))
           and deleted_at is null and ${beyond(page, sql`member_id`)}
         order by member_id limit ${limit}`;
    case "students":
      return db.many`
        select student_id as member_id from enrollments
         where site_id = ${site.id} and course_id = ${audience.courseId} and created_at <= ${then}
           and status in ('active', 'completed') and deleted_at is null and starts_at <= ${then}
           and (expires_at is null or expires_at > ${then}) and ${beyond(page, sql`student_id`)}
         order by student_id limit ${limit}`;
    case "opening": {
      const { courseId, begunAfter, begunUntil } = audience;
      const [lectureIds, sectionIds] = [audience.lectureIds, audience.sectionIds].map((ids) => JSON.stringify(ids));
      const begun = begunAfter ? sql`starts_at > ${begunAfter} and starts_at <= ${begunUntil}` : sql`true`;
      return db.many`
        select student_id as member_id from enrollments
         where site_id = ${site.id} and course_id = ${courseId} and created_at <= ${then} and ${begun}
           and status in ('active', 'completed', 'scheduled') and deleted_at is null and starts_at <= ${then}
           and (expires_at is null or expires_at > ${then})
           and (unlocked is null or not (unlocked ? 'all' or unlocked -> 'lectureIds' @> ${lectureIds}::jsonb
                                         or unlocked -> 'sectionIds' @> ${sectionIds}::jsonb))
           and ${beyond(page, sql`student_id`)}
         order by student_id limit ${limit}`;
    }
    case "followers":
      return db.many`
        select followed.member_id from followed_discussions followed
          join members on members.site_id = followed.site_id and members.id = followed.member_id
         where followed.site_id = ${site.id} and followed.lecture_id = ${audience.lectureId} and followed.following
           and exists (
             select from comments
               join comments thread on thread.site_id = comments.site_id and thread.id = comments.thread_id
              where comments.site_id = ${site.id} and comments.commentable_id = ${audience.lectureId}
                and comments.created_at >= ${then} and comments.commentable_type = 'lecture'
                and comments.status = 'visible' and comments.deleted_at is null
                and comments.author_id <> followed.member_id
                and (comments.parent_id is null or thread.author_id <> followed.member_id))
           and (members.roles && '{owner,manager,lecturer,teaching_assistant}' or exists (
             select from enrollments
               join lectures on lectures.site_id = enrollments.site_id and lectures.course_id = enrollments.course_id
                and lectures.id = ${audience.lectureId}
              where enrollments.site_id = ${site.id} and enrollments.student_id = followed.member_id
                and enrollments.status in ('active', 'completed') and enrollments.deleted_at is null
                and (enrollments.expires_at is null or enrollments.expires_at > ${then})))
           and ${beyond(page, sql`followed.member_id`)}
         order by followed.member_id limit ${limit}`;
    case "silent":
      return db.many`
        select distinct enrollments.student_id as member_id from enrollments
          join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
         where enrollments.site_id = ${site.id} and ${lastActivity} > ${audience.from}
           and ${lastActivity} <= ${audience.before} and ${isOpenEnrollment(then)}
           and courses.status = 'published' and courses.deleted_at is null
           and not exists (
             select from enrollments newer
              where newer.site_id = ${site.id} and newer.student_id = enrollments.student_id
                and coalesce(newer.last_activity_at, newer.enrolled_at) > ${audience.before}
                and newer.deleted_at is null and newer.status <> 'revoked')
           and ${beyond(page, sql`enrollments.student_id`)}
         order by enrollments.student_id limit ${limit}`;
    case "learned":
      return db.many`
        select distinct enrollments.student_id as member_id from enrollments
         where enrollments.site_id = ${site.id} and ${lastActivity} >= ${audience.from}
           and enrollments.status in ('active', 'completed') and enrollments.deleted_at is null
           and (enrollments.expires_at is null or enrollments.expires_at > ${then})
           and ${beyond(page, sql`enrollments.student_id`)}
         order by enrollments.student_id limit ${limit}`;
    case "subscribers":
      return db.many`
        select distinct member_id from subscriptions
         where site_id = ${site.id} and plan_id = any(${audience.planIds}::uuid[]) and created_at <= ${then}
           and status in ('trialing', 'active', 'past_due', 'canceled') and deleted_at is null
           and starts_at <= ${then} and (ends_at is null or ends_at > ${then}) and ${beyond(page, sql`member_id`)}
         order by member_id limit ${limit}`;
    case "members":
      return db.many`
        select id as member_id from members
         where site_id = ${site.id} and created_at <= ${then} and status in ('active', 'invited')
           and deleted_at is null and ${beyond(page, sql`id`)}
         order by id limit ${limit}`;
  }
}

/** As in the index of enrollments by activity. */
const lastActivity = sql`coalesce(enrollments.last_activity_at, '-infinity')`;

const isOpenEnrollment = (then: Date): Sql => sql`
  enrollments.status = 'active' and enrollments.deleted_at is null and enrollments.starts_at <= ${then}
  and (enrollments.expires_at is null or enrollments.expires_at > ${then})`;

const beyond = ({ after }: Page, column: Sql): Sql => (after === null ? sql`true` : sql`${column} > ${after}::uuid`);
