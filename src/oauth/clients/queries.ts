import { rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/context.ts";
import type { Client } from "./client.ts";

const columns = sql`
  id, name, origin, audience, token_endpoint_auth_method, application_type, redirect_uris, scopes,
  secret_digest, previous_secret_digest, previous_secret_expires_at, version, created_at`;

export function findClient({ db, site }: SiteScope, id: string): Promise<Client | undefined> {
  return db.first<Client>`
    select ${columns} from clients where site_id = ${site.id} and id = ${id} and deleted_at is null`;
}

export async function insertClient({ db, site }: SiteScope, client: Client): Promise<void> {
  const row = { siteId: site.id, ...client, updatedAt: client.createdAt };
  await db.run`insert into clients ${rows(row)}`;
}

/** The condition that a client still is as it was read, for a statement that acts for it. */
export const stillHolds = ({ site }: SiteScope, { id, version }: Client) => sql`
  exists (select from clients
           where clients.site_id = ${site.id} and clients.id = ${id}
             and clients.version = ${version} and clients.deleted_at is null)`;
