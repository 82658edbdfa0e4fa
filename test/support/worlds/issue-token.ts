import { narrowToRoles, type Role } from "#access/roles.ts";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { findClientBy } from "#oauth/clients/queries.ts";
import { allow } from "#oauth/grants.ts";
import { requestedScopes } from "#oauth/requested-scopes.ts";
import { newTokenPair } from "#oauth/token-pair.ts";
import { database } from "../databases/database.ts";
import type { AClient, AMember, ASite } from "../world.ts";

/**
 * Returns an access token with the grant and the consent of `site.connect`, without its pages, audit entry, event and
 * notification. Hundreds of tests need a token to begin with, and the whole flow costs five times as much.
 */
export async function issueToken(site: ASite, client: AClient, member: AMember, scope: string): Promise<string> {
  const context = site.context();
  const { now } = context;
  const authorized = await mustExist(findClientBy(context, client.clientId));
  const { roles } = await database.one<{ roles: Role[] }>`
    select roles from members where site_id = ${site.id} and id = ${member.id}`;
  const scopes = narrowToRoles(roles, requestedScopes(authorized, scope));
  if (scopes.length === 0) throw new Error(`The roles ${roles.join(", ")} give none of the scopes ${scope}.`);
  const { access, accessDigest, accessExpiresAt, refreshExpiresAt } = newTokenPair(site.site, now);
  await database.transaction(async (db) => {
    const consent = { memberId: member.id, clientId: authorized.id, redirectUri: client.redirectUri, scopes };
    const grant = await allow({ ...context, db }, consent);
    const family = { siteId: site.id, id: newId(), grantId: grant.id, createdAt: now, expiresAt: refreshExpiresAt };
    await db.run`insert into families ${rows(family)}`;
    const token = {
      siteId: site.id,
      digest: accessDigest,
      familyId: family.id,
      kind: "access",
      scopes,
      createdAt: now,
    };
    await db.run`insert into tokens ${rows({ ...token, expiresAt: accessExpiresAt })}`;
  });
  return access;
}
