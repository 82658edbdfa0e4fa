import { type Sql, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Expiring access to a course or product. */
export interface ExpiringAccess {
  id: string;
  memberId: string;
  name: string;
  slug: string;
  startedAt: Date;
  expiresAt: Date;
}

/** An expiry interval and the pagination through it. */
export interface Span {
  after: Date;
  until: Date;
  /** Days before the end. Access that was shorter in total gets no reminder: the lists leave most of it out. */
  days: number;
  /** Cursor: the last item of the previous page. */
  beyond: { expiresAt: Date; id: string } | undefined;
  limit: number;
}

/** Sorts before every id. */
const none = "00000000-0000-0000-0000-000000000000";

export const listExpiringEnrollments = (
  { db, site }: SiteScope,
  { after, until, days, beyond, limit }: Span,
): Promise<ExpiringAccess[]> =>
  db.many<ExpiringAccess>`
    select enrollments.id, enrollments.student_id as member_id, courses.name, courses.slug,
           enrollments.enrolled_at as started_at, enrollments.expires_at
      from enrollments
      join courses on courses.site_id = enrollments.site_id and courses.id = enrollments.course_id
     where enrollments.site_id = ${site.id} and enrollments.deleted_at is null
       and enrollments.expires_at > ${after} and enrollments.expires_at <= ${until}
       and (enrollments.expires_at, enrollments.id) > (${beyond?.expiresAt ?? after}, ${beyond?.id ?? none}::uuid)
       and enrollments.status in ('active', 'completed') and courses.deleted_at is null
       and enrollments.enrolled_at <= enrollments.expires_at - ${atLeast(days)}
       and ${notYetNotified(sql`enrollments.student_id`, sql`enrollments.id`, sql`enrollments.expires_at`, site.id, days)}
     order by enrollments.expires_at, enrollments.id limit ${limit}`;

export const listExpiringProducts = (
  { db, site }: SiteScope,
  { after, until, days, beyond, limit }: Span,
): Promise<ExpiringAccess[]> =>
  db.many<ExpiringAccess>`
    select granted.id, granted.member_id, digital_products.name, digital_products.slug,
           granted.granted_at as started_at, granted.expires_at
      from digital_product_grants granted
      join digital_products
        on digital_products.site_id = granted.site_id and digital_products.id = granted.product_id
     where granted.site_id = ${site.id} and granted.deleted_at is null
       and granted.expires_at > ${after} and granted.expires_at <= ${until}
       and (granted.expires_at, granted.id) > (${beyond?.expiresAt ?? after}, ${beyond?.id ?? none}::uuid)
       and granted.granted_at <= granted.expires_at - ${atLeast(days)}
       and ${notYetNotified(sql`granted.member_id`, sql`granted.id`, sql`granted.expires_at`, site.id, days)}
     order by granted.expires_at, granted.id limit ${limit}`;

/** The shortest time that calendar days can take: clocks can be put forward. */
const atLeast = (days: number): Sql => sql`make_interval(hours => ${24 * days - 2})`;

/** Must match the causes that `occasions.accessExpiring` creates. */
const notYetNotified = (memberId: Sql, id: Sql, expiresAt: Sql, siteId: string, days: number): Sql => sql`
  not exists (
    select from notifications
     where notifications.site_id = ${siteId} and notifications.member_id = ${memberId}
       and notifications.cause = concat_ws(':', 'access_expiring', ${id},
                                           (extract(epoch from ${expiresAt}) * 1000)::bigint, ${days}::integer))`;
