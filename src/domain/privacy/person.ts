import type { SiteScope } from "#domain/context.ts";

/** Somebody who is erased, as far as it takes to find them. */
export interface Person {
  memberId: string;
  accountId: string;
  /** For contact, and to sign in with. */
  emails: string[];
  name: string | null;
  phone: string | null;
}

/** A person with the id that stands for nobody, under which stays what of theirs is counted. */
export interface Erased extends Person {
  pseudonymId: string;
}

/** Undefined where there is no such member, or no more. */
export async function findPersonOf({ db, site }: SiteScope, memberId: string): Promise<Person | undefined> {
  const found = await db.first<Omit<Person, "emails"> & { email: string; signInEmail: string }>`
    select members.id as member_id, members.account_id, members.name, members.phone, members.email,
           accounts.email as sign_in_email
      from members join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}`;
  if (!found) return undefined;
  const { email, signInEmail, ...person } = found;
  return { ...person, emails: [...new Set([email, signInEmail])] };
}
