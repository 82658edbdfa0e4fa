import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { MovedEnrollment } from "./queries.ts";
import type { SubscriptionRow } from "./subscription.ts";

/** Sets the end of the enrollments that come from a subscription. Reactivates those that had expired. */
export async function moveEnrollments(
  { db, site }: SiteScope,
  { id }: Pick<SubscriptionRow, "id">,
  expiresAt: Date | null,
  now: Date,
): Promise<MovedEnrollment[]> {
  const isNow = expiresAt === null || expiresAt > now;
  return db.write.many<MovedEnrollment>`
    update enrollments
       set expires_at = ${expiresAt}, updated_at = ${now}, version = enrollments.version + 1,
           status = case when enrollments.status <> 'expired' or not ${isNow} then enrollments.status
                         when enrollments.completed_at is null then 'active' else 'completed' end
      from (select site_id, id, status, expires_at from enrollments
             where site_id = ${site.id} and source_id = ${id} and source = 'membership' and status <> 'revoked'
               and expires_at is distinct from ${expiresAt} and deleted_at is null
             order by id for no key update) as locked
     where enrollments.site_id = locked.site_id and enrollments.id = locked.id
    returning enrollments.id, enrollments.student_id, enrollments.course_id,
              locked.status = 'expired' and enrollments.status <> 'expired' as is_back,
              coalesce(enrollments.expires_at, 'infinity') > coalesce(locked.expires_at, 'infinity') as is_longer`;
}

/**
 * Ends the enrollments that come from a subscription whose plan does not include their courses. They belong to no
 * subscription afterwards, so that its renewals do not extend them.
 */
export const leaveEnrollments = (
  { db, site }: SiteScope,
  { id, planId }: Pick<SubscriptionRow, "id" | "planId">,
  now: Date,
): Promise<MovedEnrollment[]> =>
  db.write.many<MovedEnrollment>`
    update enrollments
       set expires_at = ${now}, source_id = null, updated_at = ${now}, version = enrollments.version + 1
      from (select enrollments.site_id, enrollments.id from enrollments
             cross join ${table("membership_plans").joined(site.id, sql`${planId}::uuid`)}
             where enrollments.site_id = ${site.id} and enrollments.source_id = ${id}
               and enrollments.source = 'membership' and enrollments.status <> 'revoked'
               and enrollments.deleted_at is null and not membership_plans.all_courses
               and not exists (select from membership_plan_courses included
                                where included.site_id = ${site.id} and included.plan_id = ${planId}
                                  and included.course_id = enrollments.course_id)
             order by enrollments.id for no key update of enrollments) as locked
     where enrollments.site_id = locked.site_id and enrollments.id = locked.id
    returning enrollments.id, enrollments.student_id, enrollments.course_id, false as is_back, false as is_longer`;

/** Takes over the enrollments that an earlier plan has left, if the plan includes their courses. */
export const joinEnrollments = (
  { db, site }: SiteScope,
  { id, planId, memberId }: Pick<SubscriptionRow, "id" | "planId" | "memberId">,
  now: Date,
): Promise<number> =>
  db.run`
    update enrollments
       set source_id = ${id}, updated_at = ${now}
      from (select enrollments.site_id, enrollments.id from enrollments
             cross join ${table("membership_plans").joined(site.id, sql`${planId}::uuid`)}
             where enrollments.site_id = ${site.id} and enrollments.student_id = ${memberId}
               and enrollments.source = 'membership' and enrollments.source_id is null
               and enrollments.status <> 'revoked' and enrollments.deleted_at is null
               and (membership_plans.all_courses
                    or exists (select from membership_plan_courses included
                                where included.site_id = ${site.id} and included.plan_id = ${planId}
                                  and included.course_id = enrollments.course_id))
             order by enrollments.id for no key update of enrollments) as locked
     where enrollments.site_id = locked.site_id and enrollments.id = locked.id`;
