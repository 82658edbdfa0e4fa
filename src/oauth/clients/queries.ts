import { rows, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { isAdmitted } from "../metadata-documents/admitted-hosts.ts";
import { type Client, formatClientId, isMetadataUrl, parseClientId } from "./client.ts";

const columns = sql`
  id, name, origin, audience, token_endpoint_auth_method, application_type, redirect_uris, scopes,
  post_logout_redirect_uris, introspects_all_tokens,
  secret_digest, previous_secret_digest, previous_secret_expires_at, metadata_url, document_expires_at,
  review, version, created_at`;

/** The condition for clients that are neither deleted nor blocked. All others are unknown to token requests. */
export const isInForce = sql`clients.deleted_at is null and clients.blocked_at is null`;

export async function findClient({ db, site }: SiteScope, id: string): Promise<Client | undefined> {
  const client = await db.first<Client>`
    select ${columns} from clients where site_id = ${site.id} and id = ${id} and origin <> 'api_key' and ${isInForce}`;
  return client && isAdmitted(site, client) ? client : undefined;
}

/** Includes deleted and blocked clients, so that pages can name them. */
export const findClientInAnyState = ({ db, site }: SiteScope, id: string): Promise<Client | undefined> =>
  db.first<Client>`select ${columns} from clients where site_id = ${site.id} and id = ${id}`;

/** Finds a client by its `client_id`. */
export function findClientBy(scope: SiteScope, clientId: string): Promise<Client | undefined> {
  if (isMetadataUrl(clientId)) return findClientByMetadataUrl(scope, clientId);
  const id = parseClientId(clientId);
  // Compares case-sensitively: ids are read in any case elsewhere, but a client_id has one spelling.
  if (id === undefined || formatClientId(id) !== clientId) return Promise.resolve(undefined);
  return findClientWithOwnId(scope, id);
}

/** A client with a document is found only by its URL. An API key is no client here. */
function findClientWithOwnId({ db, site }: SiteScope, id: string): Promise<Client | undefined> {
  return db.first<Client>`
    select ${columns} from clients
     where site_id = ${site.id} and id = ${id} and metadata_url is null and origin <> 'api_key' and ${isInForce}`;
}

async function findClientByMetadataUrl({ db, site }: SiteScope, url: string): Promise<Client | undefined> {
  const client = await db.first<Client>`
    select ${columns} from clients where site_id = ${site.id} and metadata_url = ${url} and ${isInForce}`;
  return client && isAdmitted(site, client) ? client : undefined;
}

export async function insertClient({ db, site }: SiteScope, client: Client): Promise<void> {
  const row = { siteId: site.id, ...client, updatedAt: client.createdAt };
  await db.run`insert into clients ${rows(row)}`;
}

/**
 * The requests of a batch that acts for many clients, with `is_unchanged`: the requesting client is still as it was
 * read. `offset 0` keeps this join apart: next to others, its `site_id` would lead the planner to read whole sites.
 */
export const requestsOfClients = sql`
  (select requested.*, clients.version = requested.client_version and clients.deleted_at is null as is_unchanged
     from requested
     join clients on clients.site_id = requested.site_id and clients.id = requested.client_id
   offset 0) as requested`;
