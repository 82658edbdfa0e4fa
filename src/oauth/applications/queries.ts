import { type Scope, scopeNames } from "#access/scopes.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { notFound } from "#domain/platform/problem.ts";
import { logoAddress } from "../client-logos/queries.ts";
import { formatClientId } from "../clients/client.ts";
import { type Application, scopesOfAudience } from "./application.ts";

type Row = Omit<Application, "logo" | "scopes"> & { scopes: Scope[] | null; logoDigest: Buffer | null };

const columns = sql`
  clients.id, clients.name, clients.description, clients.audience,
  clients.token_endpoint_auth_method <> 'none' as confidential, clients.redirect_uris,
  clients.post_logout_redirect_uris, clients.introspects_all_tokens, clients.scopes,
  clients.previous_secret_expires_at, clients.version, clients.created_at, client_logos.digest as logo_digest`;

const read = ({ logoDigest, scopes, ...row }: Row): Application => ({
  ...row,
  scopes: scopes === null ? scopesOfAudience(row.audience) : scopeNames.filter((scope) => scopes.includes(scope)),
  logo: logoDigest && logoAddress(row.id, logoDigest),
});

export async function requireApplication({ db, site }: SiteScope, id: string): Promise<Application> {
  const row = await db.first<Row>`
    select ${columns}
      from clients
      left join client_logos on client_logos.site_id = ${site.id} and client_logos.client_id = clients.id
     where clients.site_id = ${site.id} and clients.id = ${id} and clients.origin = 'operator'
       and ${table("clients").present}`;
  if (!row) throw notFound("application", formatClientId(id));
  return read(row);
}

/** Locks the application until the transaction ends. */
export async function lockApplication(scope: SiteScope, id: string): Promise<Application> {
  const { db, site } = scope;
  await db.run`select id from clients where site_id = ${site.id} and id = ${id} for no key update`;
  return requireApplication(scope, id);
}

/** Newest first, starting before the given cursor. */
export async function findApplications(
  { db, site }: SiteScope,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Application[]> {
  const found = await db.many<Row>`
    select ${columns}
      from clients
      left join client_logos on client_logos.site_id = ${site.id} and client_logos.client_id = clients.id
     where clients.site_id = ${site.id} and clients.origin = 'operator' and clients.deleted_at is null
       and clients.id < ${before ?? "ffffffff-ffff-ffff-ffff-ffffffffffff"}
     order by clients.id desc
     limit ${limit}`;
  return found.map(read);
}
