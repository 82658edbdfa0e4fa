import { rows } from "#database/statements/sql.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import { formatClientId } from "../clients/client.ts";
import type { Logo } from "./logo.ts";

export function findLogo({ db, site }: SiteScope, clientId: string): Promise<Logo | undefined> {
  return db.first<Logo>`
    select media_type, bytes, digest from client_logos where site_id = ${site.id} and client_id = ${clientId}`;
}

/** Returns the URL of the client's logo, if it has one. */
export async function findLogoAddress({ db, site }: SiteScope, clientId: string): Promise<string | undefined> {
  const found = await db.first<Pick<Logo, "digest">>`
    select digest from client_logos where site_id = ${site.id} and client_id = ${clientId}`;
  return found && logoAddress(clientId, found.digest);
}

/** The URL changes with the logo, so that it can be cached for ever. */
export const logoAddress = (clientId: string, digest: Buffer): string =>
  `/clients/${formatClientId(clientId)}/logo?v=${logoVersion(digest)}`;

export const logoVersion = (digest: Buffer): string => digest.toString("base64url").slice(0, 12);

/** Inserts or replaces the logo. */
export async function saveLogo({ db, site, now }: Context, clientId: string, logo: Logo): Promise<void> {
  const row = { siteId: site.id, clientId, ...logo, createdAt: now };
  await db.run`
    insert into client_logos ${rows(row)}
    on conflict (site_id, client_id) do update
    set media_type = excluded.media_type, bytes = excluded.bytes, digest = excluded.digest,
        created_at = excluded.created_at`;
}

export async function deleteLogo({ db, site }: SiteScope, clientId: string): Promise<void> {
  await db.run`delete from client_logos where site_id = ${site.id} and client_id = ${clientId}`;
}
