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
    select id, email_key, external_id, status, deleted_at from members
     where site_id = ${site.id}
       and (id = any(${ids}::uuid[]) or email_key = any(${emailKeys}::text[]) or external_id = any(${externalIds}::text[]))
     order by id for no key update`;

/** Returns those of the email keys with which a member who has accepted signs in here, whatever their contact address. */
export async function signInKeysAmong(
  { db, site }: SiteScope,
  emailKeys: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = await db.many<{ emailKey: string }>`
    select accounts.email_key from accounts
      join members on members.site_id = ${site.id} and members.account_id = accounts.id
     where accounts.email_key = any(${emailKeys}::text[])`;
  return new Set(found.map(({ emailKey }) => emailKey));
}
