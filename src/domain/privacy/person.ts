import { spellingsOf } from "#domain/platform/email.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { SiteScope } from "#domain/platform/context.ts";

/** Identifiers of a person that an erasure or export searches for. */
export interface Person {
  memberId: string;
  /** Null: never accepted here. Kept after removal, so that an erasure finds the account. */
  accountId: string | null;
  /** Members who were merged into this one. Their addresses are among `emails`. */
  former: readonly Former[];
  /** The person accepted the membership, so the account is part of the site's data about them. */
  isLinked: boolean;
  /** Contact and sign-in addresses. A site never learns the sign-in address of a person who did not accept. */
  emails: string[];
  name: string | null;
  phone: string | null;
}

/** A merged member, who exists only in traces. */
interface Former {
  memberId: string;
  accountId: string | null;
  name: string | null;
  phone: string | null;
}

/** A person to erase, with the pseudonym that keeps their counted records. */
export interface Erased extends Person {
  pseudonymId: string;
  farewell?: Farewell | undefined;
}

/** Options of an erasure job, kept until it has finished. */
export interface ErasureOptions {
  pseudonymId: string;
  emails: string[];
  farewell?: Farewell;
}

/** Recipient of the email that confirms an erasure to the person who asked for it. */
export interface Farewell {
  email: string;
  locale: Locale;
}

/** Returns undefined for an unknown or erased member. */
export async function findPersonOf(scope: SiteScope, memberId: string): Promise<Person | undefined> {
  const { db, site } = scope;
  const personRow = await db.first<Omit<Person, "emails" | "former"> & { email: string; signInEmail: string | null }>`
    select members.id as member_id, accounts.id as account_id, members.account_id is not null as is_linked,
           members.name, members.phone, members.email,
           case when members.account_id is not null then accounts.email end as sign_in_email
      from members
      left join account_sites on account_sites.site_id = members.site_id and account_sites.member_id = members.id
      left join accounts on accounts.id = coalesce(members.account_id, account_sites.account_id)
     where members.site_id = ${site.id} and members.id = ${memberId}`;
  if (!personRow) return undefined;
  const { email, signInEmail, ...person } = personRow;
  const merged = await listFormer(scope, memberId);
  const emails = [email, ...(signInEmail === null ? [] : [signInEmail]), ...merged.flatMap((one) => one.emails)];
  const former = merged.map(({ emails: _emails, ...traces }) => traces);
  return { ...person, former, emails: [...new Set(emails.flatMap(spellingsOf))] };
}

/** An address that another member has today is a trace of that member. */
const listFormer = ({ db, site }: SiteScope, memberId: string): Promise<(Former & { emails: string[] })[]> =>
  db.many<Former & { emails: string[] }>`
    select member_merges.from_member_id as member_id, member_merges.from_account_id as account_id,
           member_merges.from_name as name, member_merges.from_phone as phone,
           array(select address from unnest(member_merges.from_emails) as address
                  where not exists (select from members
                                     where members.site_id = ${site.id} and members.email_key = lower(address)
                                       and members.id <> ${memberId})) as emails
      from member_merges
     where member_merges.site_id = ${site.id} and member_merges.into_member_id = ${memberId}
       and member_merges.status = 'completed'
     order by member_merges.id`;

/** The IDs of the member, own first, by which logs name the person. */
export const memberIdsOf = ({ memberId, former }: Pick<Person, "memberId" | "former">): string[] => [
  memberId,
  ...former.map((one) => one.memberId),
];

export const accountIdsOf = ({ accountId, former }: Pick<Person, "accountId" | "former">): string[] =>
  [accountId, ...former.map((one) => one.accountId)].filter((id) => id !== null);

/** Names and phone numbers. */
export const wordsOfPerson = ({ name, phone, former }: Pick<Person, "name" | "phone" | "former">): string[] => [
  ...new Set([name, phone, ...former.flatMap((one) => [one.name, one.phone])].filter((word) => word !== null)),
];
