import { type Sql, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
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

/** Numbers of ended sessions, and of ended token families of applications. */
export interface EndedAccess {
  sessions: number;
  applications: number;
}

/**
 * Ends sessions that came from a provider, and the tokens of applications that the member authorized in them (OpenID
 * Connect Back-Channel Logout 1.0 §2.7). Sessions come first: an exchange of a code locks its session, so it either
 * finds it ended, or its tokens are found here. Requires a transaction.
 */
export async function endProviderSessions(context: Context, ended: ProviderSessions): Promise<EndedAccess> {
  const { db, site, now } = context;
  const { except } = ended;
  const sessions = await db.run`
    update sessions set revoked_at = ${now}, push = null
    ${table("sessions").fromEach(
      site.id,
      sql`
        (select id from sessions
          where site_id = ${site.id} and ${sessionsOf(ended)} and revoked_at is null ${ofSession(ended)}
            ${except === undefined ? sql`` : sql`and id <> ${except}`}) as input`,
    )} and sessions.revoked_at is null`;
  const applications = await db.run`
    update families set revoked_at = ${now}
    ${table("families").fromEach(
      site.id,
      sql`
        (select families.id from ${familiesOf(context, ended)}
          where families.site_id = ${site.id} and families.identity_provider_id = ${ended.providerId}
            and families.revoked_at is null and families.expires_at > ${now} ${ofSession(ended)}) as input`,
    )} and families.revoked_at is null`;
  return { sessions, applications };
}

/** Those of a member are found by the member: an index on the provider would lead to the sessions of all its people. */
const sessionsOf = ({ providerId, memberId }: ProviderSessions): Sql =>
  memberId === undefined
    ? sql`identity_provider_id = ${providerId}`
    : sql`member_id = ${memberId} and (identity_provider_id = ${providerId}) is true`;

const ofSession = ({ providerSession, isUnnamed = false }: ProviderSessions): Sql => sql`
  ${providerSession === undefined ? sql`` : sql`and provider_session = ${providerSession}`}
  ${isUnnamed ? sql`and provider_session is null` : sql``}`;

/**
 * Tokens outlive the rows of their sessions and identities, so that the provider finds them. Those of a member are found
 * by their grants, for the reason above.
 */
const familiesOf = ({ site }: Context, { memberId }: ProviderSessions): Sql =>
  memberId === undefined
    ? sql`families`
    : sql`
      unnest(array[${memberId}::uuid]) as ended (member_id)
      cross join ${table("grants").under(site.id, "member_id", sql`ended.member_id`, sql`and grants.revoked_at is null`)}
      cross join ${table("families").under(site.id, "grant_id", sql`grants.id`)}`;
