import type pg from "pg";
import { type CopyValue, copyRows } from "../copy.ts";
import { enrollmentOf } from "./enrollment-of.ts";
import { accountId, emailOf, type Names } from "./names.ts";
import { externalIdOf } from "./runs.ts";
import type { Registration } from "./students.ts";

export interface StudentCounts {
  accounts: number;
  members: number;
  enrollments: number;
}

/** One temporary table for the whole import: it is emptied by every commit. */
export async function stageStudents(client: pg.ClientBase): Promise<void> {
  await client.query(`
    create temporary table staged_students (
      account_id uuid, member_id uuid, email text, student text, enrollment_id uuid, course_id uuid,
      status text, starts_at timestamptz, expires_at timestamptz, enrolled_at timestamptz, completed_at timestamptz,
      revoked_at timestamptz, revoke_reason text, external_id text, metadata jsonb
    ) on commit delete rows`);
}

/**
 * A chunk of registrations in one transaction: rows that are there already stay as they are, so what people changed
 * since an earlier import is kept. Accounts and members are found by their address, whoever made them.
 */
export async function saveStudents(
  client: pg.ClientBase,
  siteId: string,
  names: Names,
  registrations: readonly Registration[],
  now: Date,
): Promise<StudentCounts> {
  await client.query("begin");
  await copyRows(
    client,
    "staged_students",
    registrations.map((registration) => stagedRow(registration, names)),
  );
  const accounts = await client.query(
    `insert into accounts (id, email, email_key, created_at, updated_at)
     select account_id, email, email, $1, $1 from staged_students
     on conflict do nothing`,
    [now],
  );
  const members = await client.query(
    `insert into members (site_id, id, account_id, email, email_key, roles, joined_at, external_id, created_at, updated_at)
     select $1, staged.member_id, accounts.id, staged.email, staged.email, '{student}', staged.enrolled_at,
            staged.student, $2, $2
       from staged_students as staged
       join accounts on accounts.email_key = staged.email
     on conflict do nothing`,
    [siteId, now],
  );
  await client.query(
    `insert into account_sites (account_id, site_id, member_id)
     select members.account_id, members.site_id, members.id
       from staged_students as staged
       join members on members.site_id = $1 and members.email_key = staged.email
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
  await client.query("commit");
  return {
    accounts: accounts.rowCount ?? 0,
    members: members.rowCount ?? 0,
    enrollments: enrollments.rowCount ?? 0,
  };
}

function stagedRow(registration: Registration, names: Names): CopyValue[] {
  const { student, run } = registration;
  const enrollment = enrollmentOf(registration);
  return [
    accountId(student),
    names.member(student),
    emailOf(student),
    `oulad/${student}`,
    names.enrollment(run.code, student),
    run.courseId,
    enrollment.status,
    enrollment.startsAt,
    enrollment.expiresAt,
    enrollment.enrolledAt,
    enrollment.completedAt,
    enrollment.revokedAt,
    enrollment.status === "revoked" ? "Withdrawn" : null,
    `${externalIdOf(run.code)}/${student}`,
    JSON.stringify(enrollment.metadata),
  ];
}
