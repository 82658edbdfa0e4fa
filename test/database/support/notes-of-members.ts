import { readingBatch, writingBatch } from "#database/statements/batch.ts";
import { sql } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";

/** Tables of the product in small: those of a site, and one of the installation. */
export const tables = `
  create table accounts (id uuid primary key, email text not null);
  create table members (site_id uuid, id uuid, account_id uuid, roles text[], joined_at timestamptz, left_at timestamptz,
                        primary key (site_id, id));
  create table departures (site_id uuid, id uuid, member_id uuid not null, at timestamptz, primary key (site_id, id))`;

export const siteId = newId();
const accountId = newId();
export const memberIds = Array.from({ length: 5 }, newId);
export const joinedAt = new Date("2026-03-01T10:00:00.123Z");

/** Statements that insert members of the site. */
export const insertions = [
  `insert into accounts values ('${accountId}', 'ann@example.test')`,
  ...memberIds.map(
    (id, index) =>
      `insert into members values ('${siteId}', '${id}', '${accountId}', '{"a b",c${index}}', '${joinedAt.toISOString()}')`,
  ),
];

interface FoundMember {
  roles: string[];
  email: string;
  joinedAt: Date;
  leftAt: Date | null;
  quotient: number;
}

/** A request that divides by zero fails. */
export const findings = readingBatch<{ siteId: string; id: string; by: number }, FoundMember>(
  { siteId: "uuid", id: "uuid", by: "integer" },
  (requested) => sql`
    with ${requested}
    select requested.ordinal, members.roles, accounts.email, members.joined_at, members.left_at, 6 / by as quotient
      from requested
      join members on members.site_id = requested.site_id and members.id = requested.id
      join accounts on accounts.id = members.account_id`,
  ["joinedAt", "leftAt"],
);

/** Ends memberships and records it. A request without a record ID fails. */
export const departures = writingBatch<{ siteId: string; id: string; recordId: string | null; at: Date }, object>(
  { siteId: "uuid", id: "uuid", recordId: "uuid", at: "timestamptz" },
  (requested) => sql`
    with ${requested}, gone as (
      update members set left_at = requested.at
        from requested
       where members.site_id = requested.site_id and members.id = requested.id and members.left_at is null
      returning requested.*, members.roles
    ), record as (
      insert into departures (site_id, id, member_id, at) select site_id, record_id, id, at from gone
    ), answers as (
      select ordinal, roles from gone
    )`,
  ({ id }) => id,
);

/** The row of a member, without its position in the statement. */
export const expected = (index: number) => ({
  roles: ["a b", `c${index}`],
  email: "ann@example.test",
  joinedAt,
  leftAt: null,
  quotient: 3,
});
