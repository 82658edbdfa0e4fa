import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Member } from "#domain/people/members/member.ts";

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
