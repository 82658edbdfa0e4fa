import type { SiteScope } from "#domain/platform/context.ts";

/** Somebody who is erased, as far as it takes to find them. */
export interface Person {
  memberId: string;
  /** Null: they never accepted here. Kept after removal, so that an erasure finds the account. */
  accountId: string | null;
  /** Whether they are a member by their own consent: the account is then part of what the site holds of them. */
  isLinked: boolean;
  /** For contact, and to sign in with. A site does not learn the latter of a person who never accepted or was removed. */
  emails: string[];
  name: string | null;
  phone: string | null;
}

/** A person with the id that stands for nobody, under which stays what of theirs is counted. */
export interface Erased extends Person {
  pseudonymId: string;
}

/** Options of an erasure job. The job keeps them until it has finished. */
export interface ErasureOptions {
  pseudonymId: string;
  emails: string[];
}

/** Undefined where there is no such member, or no more. */
export async function findPersonOf({ db, site }: SiteScope, memberId: string): Promise<Person | undefined> {
  const found = await db.first<Omit<Person, "emails"> & { email: string; signInEmail: string | null }>`
    select members.id as member_id, accounts.id as account_id, members.account_id is not null as is_linked,
           members.name, members.phone, members.email,
           case when members.account_id is not null then accounts.email end as sign_in_email
      from members
      left join account_sites on account_sites.site_id = members.site_id and account_sites.member_id = members.id
      left join accounts on accounts.id = coalesce(members.account_id, account_sites.account_id)
     where members.site_id = ${site.id} and members.id = ${memberId}`;
  if (!found) return undefined;
  const { email, signInEmail, ...person } = found;
  return { ...person, emails: [...new Set(signInEmail === null ? [email] : [email, signInEmail])] };
}
