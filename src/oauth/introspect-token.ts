import type { Role } from "#access/roles.ts";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/context.ts";
import { digest } from "#lib/secret.ts";

/** A token of either kind that would be accepted now. */
export interface LiveToken {
  kind: "access" | "refresh";
  scopes: Scope[];
  createdAt: Date;
  expiresAt: Date;
  clientId: string;
  memberId: string;
  roles: Role[];
  email: string;
  emailVerifiedAt: Date | null;
}

export function findLiveToken({ db, site, now }: Context, token: string): Promise<LiveToken | undefined> {
  return db.first<LiveToken>`
    select tokens.kind, tokens.scopes, tokens.created_at, tokens.expires_at, families.client_id, families.member_id,
           members.roles, accounts.email, accounts.email_verified_at
      from tokens
      join families on families.site_id = tokens.site_id and families.id = tokens.family_id
      join members on members.site_id = families.site_id and members.id = families.member_id
      join accounts on accounts.id = members.account_id
     where tokens.site_id = ${site.id} and tokens.digest = ${digest(token)}
       and tokens.expires_at > ${now} and tokens.spent_at is null and families.revoked_at is null
       and members.status = 'active' and members.roles <> '{}'`;
}
