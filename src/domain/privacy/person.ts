import { spellingsOf } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Identifiers of a person that an erasure or export searches for. */
export interface Person {
  memberId: string;
  /** Null: never accepted here. Kept after removal, so that an erasure finds the account. */
  accountId: string | null;
  /** The person accepted the membership, so the account is part of the site's data about them. */
  isLinked: boolean;
  /** Contact and sign-in addresses. A site never learns the sign-in address of a person who did not accept. */
  emails: string[];
  name: string | null;
  phone: string | null;
}

/** A person to erase, with the pseudonym that keeps their counted records. */
export interface Erased extends Person {
  pseudonymId: string;
}

/** Options of an erasure job, kept until it has finished. */
export interface ErasureOptions {
  pseudonymId: string;
  emails: string[];
}

/** Returns undefined for an unknown or erased member. */
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
  const emails = signInEmail === null ? [email] : [email, signInEmail];
  return { ...person, emails: [...new Set(emails.flatMap(spellingsOf))] };
}
