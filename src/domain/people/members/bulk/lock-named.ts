import { sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Member } from "#domain/people/members/member.ts";
import { rowsOf, rowsOfIds, rowsOfTexts } from "#domain/platform/rows-by-key.ts";

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
      from ${rowsOfIds(
        sql`members`,
        site.id,
        sql`select unnest(${ids}::uuid[])
             union all
            select id from ${rowsOfTexts(sql`members`, site.id, sql`members.email_key`, emailKeys)}
             union all
            select id from ${rowsOfTexts(sql`members`, site.id, sql`members.external_id`, externalIds)}`,
      )}
     order by members.id for no key update of members`;

/** Returns those of the email keys with which a member who has accepted signs in here, whatever their contact address. */
export async function signInKeysAmong(
  { db, site }: SiteScope,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.many<{ emailKey: string }>`
    select accounts.email_key from accounts
     cross join ${rowsOf(sql`members`, site.id, sql`account_id`, sql`accounts.id`)}
     where accounts.email_key = any(${emailKeys}::text[])`;
  return new Set(found.map(({ emailKey }) => emailKey));
}
