import type pg from "pg";
import { copyRows } from "../copy.ts";
import type { StudentCounts } from "./save-students.ts";
import { foundBy, type StudentRow } from "./student-row.ts";

/**
 * Slow path for sites that already have some of these people: finds accounts and members by email address, and keeps
 * existing rows.
 */
export async function mergeStudents(
  client: pg.ClientBase,
  siteId: string,
  students: readonly StudentRow[],
  now: Date,
): Promise<StudentCounts> {
  await client.query(`
    create temporary table staged_students (
      account_id uuid, member_id uuid, email text, member_external_id text, search_terms text[], enrollment_id uuid,
      course_id uuid, status text, starts_at timestamptz, expires_at timestamptz, enrolled_at timestamptz, completed_at timestamptz,
      revoked_at timestamptz, revoke_reason text, external_id text, metadata jsonb
    ) on commit drop`);
  await copyRows(
    client,
    "staged_students",
    students.map((row) => stagedRow(siteId, row)),
  );
  const accounts = await client.query(
    `insert into accounts (id, email, email_key, created_at, updated_at)
     select account_id, email, email, $1, $1 from staged_students as staged
      where not exists (select from members where members.site_id = $2 and members.email_key = staged.email)
     on conflict do nothing`,
    [now, siteId],
  );
  const members = await client.query(
    `insert into members (site_id, id, account_id, email, email_key, roles, joined_at, accepted_at, external_id,
                          search_terms, created_at, updated_at)
     select $1, staged.member_id, accounts.id, staged.email, staged.email, '{student}', staged.enrolled_at,
            $2, staged.member_external_id, staged.search_terms, $2, $2
       from staged_students as staged
       join accounts on accounts.email_key = staged.email
     on conflict do nothing`,
    [siteId, now],
  );
  await client.query(
    `insert into account_sites (account_id, site_id, member_id)
     select members.account_id, members.site_id, members.id
       from staged_students as staged
       join members on members.site_id = $1 and members.email_key = staged.email and members.account_id is not null
     on conflict do nothing`,
    [siteId],
  );
  const enrollments = await client.query(
    `insert into enrollments (site_id, id, student_id, course_id, status, source, starts_at, expires_at, enrolled_at,
                              completed_at, revoked_at, revoke_reason, external_id, metadata, created_at, updated_at)
     select $1, staged.enrollment_id, members.id, staged.course_id, staged.status, 'import', staged.starts_at,
            staged.expires_at, staged.enrolled_at, staged.completed_at, staged.revoked_at, staged.revoke_reason,
            staged.external_id, staged.metadata, $2, $2
       from staged_students as staged
       join members on members.site_id = $1 and members.email_key = staged.email
     on conflict do nothing`,
    [siteId, now],
  );
  return {
    accounts: accounts.rowCount ?? 0,
    members: members.rowCount ?? 0,
    enrollments: enrollments.rowCount ?? 0,
  };
}

const stagedRow = (siteId: string, row: StudentRow) => [
  row.accountId,
  row.memberId,
  row.email,
  row.memberExternalId,
  foundBy(siteId, row),
  row.enrollmentId,
  row.courseId,
  row.status,
  row.startsAt,
  row.expiresAt,
  row.enrolledAt,
  row.completedAt,
  row.revokedAt,
  row.revokeReason,
  row.externalId,
  row.metadata,
];
