import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";

/** Sessions that came from a provider: all, those of a member, or those of one session there. */
interface ProviderSessions {
  providerId: string;
  memberId?: string | undefined;
  /** `sid` of the provider. */
  providerSession?: string | undefined;
  /** Only sessions for which the provider named none of its own. */
  isUnnamed?: boolean | undefined;
  /** A session that stays. */
  except?: string | undefined;
}

/** Ends sessions that came from a provider. Returns their number. */
export function endProviderSessions(
  { db, site, now }: Context,
  { providerId, memberId, providerSession, isUnnamed = false, except }: ProviderSessions,
): Promise<number> {
  return db.run`
    update sessions set revoked_at = ${now}, push = null
     where site_id = ${site.id} and identity_provider_id = ${providerId} and revoked_at is null
       ${memberId === undefined ? sql`` : sql`and member_id = ${memberId}`}
       ${providerSession === undefined ? sql`` : sql`and provider_session = ${providerSession}`}
       ${isUnnamed ? sql`and provider_session is null` : sql``}
       ${except === undefined ? sql`` : sql`and id <> ${except}`}`;
}
