import type pg from "pg";
import { inArrays } from "./in-arrays.ts";
import { maxMerged } from "./max-merged.ts";
import type { StudentCounts } from "./student-counts.ts";
import { searchTermsOfStudent, type StudentRow } from "./student-row.ts";

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
  const counts = { accounts: 0, members: 0, enrollments: 0 };
  for await (const some of inArrays(students, maxMerged)) {
    const merged = await mergeSome(client, siteId, some, now);
    counts.accounts += merged.accounts;
    counts.members += merged.members;
    counts.enrollments += merged.enrollments;
  }
  return counts;
}

/** Counts the returned rows: on Citus, the number of rows of `insert … select` includes skipped ones. */
async function mergeSome(
  client: pg.ClientBase,
  siteId: string,
  students: readonly StudentRow[],
  now: Date,
): Promise<StudentCounts> {
  const requested = JSON.stringify(students.map((row) => ({ ...row, searchTerms: searchTermsOfStudent(siteId, row) })));
  const accounts = await client.query(
    `insert into accounts (id, email, email_key, created_at, updated_at)
     select "accountId", email, email, $2, $2
       from jsonb_to_recordset($3) as requested ("accountId" uuid, email text)
      where not exists (select from members where members.site_id = $1 and members.email_key = requested.email)
     on conflict do nothing
     returning id`,
    [siteId, now, requested],
  );
  const members = await client.query(
    `insert into members (site_id, id, account_id, email, email_key, roles, joined_at, accepted_at, external_id,
                          search_terms, created_at, updated_at)
     select $1, "memberId", accounts.id, requested.email, requested.email, '{student}', "enrolledAt", $2,
            "memberExternalId", "searchTerms", $2, $2
       from jsonb_to_recordset($3)
            as requested ("memberId" uuid, email text, "enrolledAt" timestamptz, "memberExternalId" text,
                          "searchTerms" text[])
       join accounts on accounts.email_key = requested.email
     on conflict do nothing
     returning id`,
    [siteId, now, requested],
  );
  await client.query(
    `insert into account_sites (account_id, site_id, member_id)
     select members.account_id, members.site_id, members.id
       from jsonb_to_recordset($2) as requested (email text)
       join members on members.site_id = $1 and members.email_key = requested.email and members.account_id is not null
     on conflict do nothing`,
    [siteId, requested],
  );
  const enrollments = await client.query(
    `insert into enrollments (site_id, id, student_id, course_id, status, source, starts_at, expires_at, enrolled_at,
                              completed_at, revoked_at, revoke_reason, external_id, metadata, created_at, updated_at)
     select members.site_id, "enrollmentId", members.id, "courseId", requested.status, 'import', "startsAt", "expiresAt",
            "enrolledAt", "completedAt", "revokedAt", "revokeReason", "externalId", requested.metadata::jsonb, $2, $2
       from jsonb_to_recordset($3)
            as requested (email text, "enrollmentId" uuid, "courseId" uuid, status text, "startsAt" timestamptz,
                          "expiresAt" timestamptz, "enrolledAt" timestamptz, "completedAt" timestamptz,
                          "revokedAt" timestamptz, "revokeReason" text, "externalId" text, metadata text)
       join members on members.site_id = $1 and members.email_key = requested.email
     on conflict do nothing
     returning id`,
    [siteId, now, requested],
  );
  return { accounts: accounts.rows.length, members: members.rows.length, enrollments: enrollments.rows.length };
}
