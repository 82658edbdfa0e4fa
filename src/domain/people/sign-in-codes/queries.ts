import { rows, sql } from "#database/statements/sql.ts";
import { byAddress } from "#domain/people/members/queries.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { SignInCode } from "./code.ts";

const columns = sql`
  link_digest, digits_digest, email, member_id, tries, authorization_id, return_to, expires_at`;

type NewCode = Omit<SignInCode, "tries">;

/**
 * Stores the code of a browser. It replaces an earlier one, unless `keeps` says that nothing was mailed this time: then
 * an earlier code of the same address stays.
 */
export async function putCode(
  { db, site, now }: Context,
  browser: string,
  code: NewCode,
  keeps: boolean,
): Promise<void> {
  const row = { siteId: site.id, browserDigest: digest(browser), ...code, tries: 0, createdAt: now };
  await db.run`
    insert into sign_in_codes ${rows(row)}
    on conflict (site_id, browser_digest) do update
    set link_digest = excluded.link_digest, digits_digest = excluded.digits_digest, email = excluded.email,
        member_id = excluded.member_id, tries = 0, authorization_id = excluded.authorization_id,
        return_to = excluded.return_to, created_at = excluded.created_at, expires_at = excluded.expires_at
    where not ${keeps}::boolean or sign_in_codes.expires_at <= ${now} or sign_in_codes.email <> excluded.email`;
}

/** Finds the code that this browser asked for. */
export const findCode = ({ db, site, now }: Context, browser: string): Promise<SignInCode | undefined> =>
  db.first<SignInCode>`
    select ${columns} from sign_in_codes
     where site_id = ${site.id} and browser_digest = ${digest(browser)} and expires_at > ${now}`;

/** Finds the code of a mailed link, and says whether this browser asked for it. */
export const findCodeOfLink = (
  { db, site, now }: Context,
  secret: string,
  browser: string,
): Promise<(SignInCode & { isOwn: boolean }) | undefined> =>
  db.first<SignInCode & { isOwn: boolean }>`
    select ${columns}, browser_digest = ${digest(browser)} as is_own from sign_in_codes
     where site_id = ${site.id} and link_digest = ${digest(secret)} and expires_at > ${now}`;

/** Counts a try before it is checked, so that parallel tries cannot exceed the maximum. */
export const countTry = ({ db, site, now }: Context, browser: string): Promise<SignInCode | undefined> =>
  db.write.first<SignInCode>`
    update sign_in_codes set tries = tries + 1
     where site_id = ${site.id} and browser_digest = ${digest(browser)} and expires_at > ${now}
    returning ${columns}`;

/** Takes the code of a browser: of two concurrent uses, only one gets it. */
export async function takeCode(
  { db, site, now }: Context,
  browser: string,
  linkDigest: Buffer,
): Promise<SignInCode | undefined> {
  const [taken] = await db.write.many<SignInCode>`
    delete from sign_in_codes
     where site_id = ${site.id} and browser_digest = ${digest(browser)} and link_digest = ${linkDigest}
       and expires_at > ${now}
    returning ${columns}`;
  return taken;
}

/** A person whom a code can sign in. */
export interface Entrant {
  memberId: string;
  /** Null for an invited person without an account. */
  accountId: string | null;
  /** Recipient address as stored in the account. */
  email: string;
  locale: string | null;
  /** Signing in accepts the membership. */
  accepts: boolean;
  mayEnter: boolean;
}

/**
 * Finds the member who signs in with the address, or is invited by it. A mailed code accepts an invitation, unless the
 * operator of another school chose the password of the account: they could then sign in here with it.
 */
export const findEntrant = ({ db, site }: SiteScope, email: string): Promise<Entrant | undefined> =>
  db.first<Entrant>`
    select coalesce(own.id, waiting.id) as member_id, accounts.id as account_id,
           coalesce(accounts.email, waiting.email) as email, coalesce(own.locale, waiting.locale) as locale,
           own.id is null as accepts,
           case when own.id is not null then own.status = 'active' and own.roles <> '{}'
                else waiting.roles <> '{}'
                     and (accounts.password_hash is null or accounts.password_site_id is null
                          or accounts.password_site_id = ${site.id})
            end as may_enter
      from ${byAddress(site.id, emailKey(email))}
     where coalesce(own.id, waiting.id) is not null`;
