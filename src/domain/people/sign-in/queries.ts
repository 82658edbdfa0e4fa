import type { Role } from "#access/roles.ts";
import { byAddress } from "#domain/people/members/queries.ts";
import type { Context } from "#domain/platform/context.ts";

export interface Candidate {
  memberId: string;
  /** Null for an invited person without an account. */
  accountId: string | null;
  passwordHash: string | null;
  /** Signing in accepts the membership. */
  accepts: boolean;
  /** Active or about to accept, with a role. */
  mayEnter: boolean;
}

/**
 * Finds this site's member whose account signs in with the address, or who is invited by it. A password accepts an
 * invitation only if the address's owner or this site's operator set it; otherwise one school could gain access to
 * another. Without mail, the operator sets every password.
 */
export function findCandidate({ db, site, mail }: Context, emailKey: string): Promise<Candidate | undefined> {
  return db.first<Candidate>`
    select coalesce(own.id, waiting.id) as member_id, accounts.id as account_id, accounts.password_hash,
           own.id is null as accepts,
           case when own.id is not null then own.status = 'active' and own.roles <> '{}'
                else waiting.roles <> '{}' and accounts.password_hash is not null
                     and (accounts.password_site_id is null or accounts.password_site_id = ${site.id}
                          or ${mail === undefined})
            end as may_enter
      from ${byAddress(site.id, emailKey)}
     where coalesce(own.id, waiting.id) is not null`;
}

/**
 * Locks the account and then the member, as a change of the password does, until the transaction ends. The member's
 * lock is the one of `recordSignIn`: two sign-ins that shared it would wait for each other.
 */
export async function stillMayEnter({ db, site }: Context, { memberId, passwordHash }: Candidate): Promise<boolean> {
  const locked = await db.first`
    select 1
      from members
      join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}
       and members.status = 'active' and members.roles <> '{}' and accounts.password_hash = ${passwordHash}
       for share of accounts for no key update of members`;
  return locked !== undefined;
}

/** Locks the account and then the member, as `stillMayEnter` does. Returns undefined unless the member may sign in. */
export function lockEntrant({ db, site }: Context, memberId: string) {
  return db.first<{ email: string; passwordHash: string | null }>`
    select accounts.email, accounts.password_hash
      from members
      join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}
       and members.status = 'active' and members.roles <> '{}'
       for share of accounts for no key update of members`;
}

/** Locks the account if its password is still the checked one. */
export async function stillHasPassword({ db }: Context, { accountId, passwordHash }: Candidate): Promise<boolean> {
  const locked = await db.first`
    select 1 from accounts where id = ${accountId} and password_hash = ${passwordHash} for share`;
  return locked !== undefined;
}

/** Returns the roles of the member, and how often they have signed in. */
export function recordSignIn({ db, site, now }: Context, memberId: string) {
  return db.write.one<{ roles: Role[]; signInCount: number; accountId: string | null }>`
    update members
       set last_sign_in_at = ${now}, last_active_at = greatest(last_active_at, ${now}), sign_in_count = sign_in_count + 1,
           updated_at = ${now}
     where site_id = ${site.id} and id = ${memberId}
    returning roles, sign_in_count, account_id`;
}
