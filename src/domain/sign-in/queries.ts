import type { Context } from "#domain/context.ts";

interface Candidate {
  memberId: string;
  passwordHash: string | null;
  /** Active, with a role. */
  mayEnter: boolean;
}

/** The member of this site whose account signs in with this address. */
export function findCandidate({ db, site }: Context, emailKey: string): Promise<Candidate | undefined> {
  return db.first<Candidate>`
    select members.id as member_id, accounts.password_hash,
           members.status = 'active' and members.roles <> '{}' as may_enter
      from accounts
      join members on members.site_id = ${site.id} and members.account_id = accounts.id
     where accounts.email_key = ${emailKey} and members.deleted_at is null`;
}

/** Holds the account and the member as they are until the transaction ends. */
export async function stillMayEnter({ db, site }: Context, { memberId, passwordHash }: Candidate): Promise<boolean> {
  const held = await db.first`
    select 1
      from members
      join accounts on accounts.id = members.account_id
     where members.site_id = ${site.id} and members.id = ${memberId}
       and members.status = 'active' and members.roles <> '{}' and accounts.password_hash = ${passwordHash}
       for share`;
  return held !== undefined;
}

export async function recordSignIn({ db, site, now }: Context, memberId: string): Promise<void> {
  await db.run`
    update members
       set last_sign_in_at = ${now}, last_active_at = greatest(last_active_at, ${now}), sign_in_count = sign_in_count + 1
     where site_id = ${site.id} and id = ${memberId}`;
}
