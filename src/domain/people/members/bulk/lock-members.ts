import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { ExternalId } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { findPeople } from "./add-students.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { lockRoles } from "#domain/people/members/queries.ts";
import type { Member } from "../member.ts";

/** Fields by which a row identifies a person. Invalid values are reported with the row and lock nothing here. */
const Named = z.object({
  memberId: Id("member").optional().catch(undefined),
  email: EmailAddress.optional().catch(undefined),
  externalId: ExternalId.nullish().catch(undefined),
});

/**
 * Locks the members of many rows in id order, which prevents deadlocks between requests that name them in different
 * orders. `role`: the role that the rows give to existing members, or "given" if rows can name roles; then roles are
 * locked first. New people have no row to lock: additions are serialized separately.
 */
export async function lockMembers(
  context: Context,
  rows: readonly unknown[],
  role?: "student" | "given",
): Promise<void> {
  const named = rows.map((row) => Named.safeParse(row).data ?? {});
  const ids = named.flatMap(({ memberId }) => memberId ?? []);
  const emails = named.flatMap(({ email }) => email ?? []);
  const externalIds = named.flatMap(({ externalId }) => externalId ?? []);
  const people = await findPeople(context, { ids, emails });
  const changesRoles = role === "given" || people.some(({ roles }) => role === "student" && !roles.includes("student"));
  if (changesRoles) await lockRoles(context);
  const keys = new Set(people.map((person) => person.emailKey));
  if (emails.some((email) => !keys.has(emailKey(email)))) await withAdvisoryLock(context, "adding of people");
  const { db, site } = context;
  await db.run`
    select members.id
      from ${table("members").withIds(
        site.id,
        sql`select unnest(${people.map(({ id }) => id)}::uuid[])
             union all
            select id from ${table("members").withTexts(site.id, "external_id", externalIds)}`,
      )}
     order by members.id for no key update of members`;
}

/** Names of members. Emails as keys (`emailKey`). */
export interface MemberNames {
  ids: readonly string[];
  emailKeys: readonly string[];
  externalIds: readonly string[];
}

export interface NamedMember {
  id: string;
  emailKey: string;
  externalId: string | null;
  status: Member["status"];
  /** Deleted members keep their names, which no other member can take. */
  deletedAt: Date | null;
}

/** Finds members by any of their names, including deleted ones, and locks them in id order. */
export const lockNamed = (
  { db, site }: SiteScope,
  { ids, emailKeys, externalIds }: MemberNames,
): Promise<NamedMember[]> =>
  db.many<NamedMember>`
    select members.id, members.email_key, members.external_id, members.status, members.deleted_at
      from ${table("members").withIds(
        site.id,
        sql`select unnest(${ids}::uuid[])
             union all
            select id from ${table("members").withTexts(site.id, "email_key", emailKeys)}
             union all
            select id from ${table("members").withTexts(site.id, "external_id", externalIds)}`,
      )}
     order by members.id for no key update of members`;

/** Returns those of the email keys with which a member who has accepted signs in here, whatever their contact address. */
export async function signInKeysAmong(
  { db, site }: SiteScope,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.many<{ emailKey: string }>`
    select accounts.email_key from accounts
     cross join ${table("members").joined(site.id, sql`accounts.id`, "account_id")}
     where accounts.email_key = any(${emailKeys}::text[])`;
  return new Set(found.map(({ emailKey }) => emailKey));
}
