import type pg from "pg";
import { copyRows } from "./copy.ts";
import type { StudentCounts } from "./student-counts.ts";
import { searchTermsOfStudent, type StudentRow } from "./student-row.ts";

/** Copies missing rows straight into the tables by id; any other conflict fails. */
export async function copyStudents(
  client: pg.ClientBase,
  siteId: string,
  rows: readonly StudentRow[],
  now: Date,
): Promise<StudentCounts> {
  const accounts = await without(rows, "accountId", (ids) =>
    client.query("select id from accounts where id = any($1)", [ids]),
  );
  const members = await without(rows, "memberId", (ids) =>
    client.query("select id from members where site_id = $1 and id = any($2)", [siteId, ids]),
  );
  const enrollments = await without(rows, "enrollmentId", (ids) =>
    client.query("select id from enrollments where site_id = $1 and id = any($2)", [siteId, ids]),
  );
  await copyRows(
    client,
    "accounts (id, email, email_key, created_at, updated_at)",
    accounts.values().map(({ accountId, email }) => [accountId, email, email, now, now]),
  );
  await copyRows(
    client,
    `members (site_id, id, account_id, email, email_key, roles, joined_at, accepted_at, external_id, search_terms,
              created_at, updated_at)`,
    members.values().map((row) => [
      siteId,
      row.memberId,
      row.accountId,
      row.email,
      row.email,
      "{student}",
      row.enrolledAt,
      now,
      row.memberExternalId,
      // Letters and digits need no quoting.
      `{${searchTermsOfStudent(siteId, row).join(",")}}`,
      now,
      now,
    ]),
  );
  await copyRows(
    client,
    "account_sites (account_id, site_id, member_id)",
    members.values().map(({ accountId, memberId }) => [accountId, siteId, memberId]),
  );
  await copyRows(
    client,
    `enrollments (site_id, id, student_id, course_id, status, source, starts_at, expires_at, enrolled_at, completed_at,
                  revoked_at, revoke_reason, external_id, metadata, created_at, updated_at)`,
    enrollments
      .values()
      .map((row) => [
        siteId,
        row.enrollmentId,
        row.memberId,
        row.courseId,
        row.status,
        "import",
        row.startsAt,
        row.expiresAt,
        row.enrolledAt,
        row.completedAt,
        row.revokedAt,
        row.revokeReason,
        row.externalId,
        row.metadata,
        now,
        now,
      ]),
  );
  return { accounts: accounts.length, members: members.length, enrollments: enrollments.length };
}

/** Returns the rows with new ids, without duplicates. */
async function without(
  rows: readonly StudentRow[],
  key: "accountId" | "memberId" | "enrollmentId",
  find: (ids: string[]) => Promise<{ rows: { id: string }[] }>,
): Promise<StudentRow[]> {
  const first = new Map<string, StudentRow>();
  for (const row of rows) if (!first.has(row[key])) first.set(row[key], row);
  const existing = await find([...first.keys()]);
  for (const { id } of existing.rows) first.delete(id);
  return [...first.values()];
}
