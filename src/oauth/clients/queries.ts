import { rows, sql } from "#database/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { isAdmitted } from "../metadata-documents/admitted-hosts.ts";
import { type Client, formatClientId, isMetadataUrl, parseClientId } from "./client.ts";

const columns = sql`
  id, name, origin, audience, token_endpoint_auth_method, application_type, redirect_uris, scopes,
  post_logout_redirect_uris, introspects_all_tokens,
  secret_digest, previous_secret_digest, previous_secret_expires_at, metadata_url, document_expires_at,
  review, version, created_at`;

/** Neither deleted nor blocked: one of either kind is unknown to whoever asks for tokens. */
export const isInForce = sql`clients.deleted_at is null and clients.blocked_at is null`;

export async function findClient({ db, site }: SiteScope, id: string): Promise<Client | undefined> {
  const client = await db.first<Client>`
    select ${columns} from clients where site_id = ${site.id} and id = ${id} and ${isInForce}`;
  return client && isAdmitted(site, client) ? client : undefined;
}

/** Also returns deleted and blocked clients, to name them to the person. */
export const findClientInAnyState = ({ db, site }: SiteScope, id: string): Promise<Client | undefined> =>
  db.first<Client>`select ${columns} from clients where site_id = ${site.id} and id = ${id}`;

/** By the `client_id` that it goes by. */
export function findClientBy(scope: SiteScope, clientId: string): Promise<Client | undefined> {
  if (isMetadataUrl(clientId)) return findClientByMetadataUrl(scope, clientId);
  const id = parseClientId(clientId);
  // Letter by letter as it was given out: ids are read in any case elsewhere, a client goes by one name.
  if (id === undefined || formatClientId(id) !== clientId) return Promise.resolve(undefined);
  return findClientWithOwnId(scope, id);
}

/** A client that has a document goes by its address alone. */
function findClientWithOwnId({ db, site }: SiteScope, id: string): Promise<Client | undefined> {
  return db.first<Client>`
    select ${columns} from clients
     where site_id = ${site.id} and id = ${id} and metadata_url is null and ${isInForce}`;
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

/** The condition that a client still is as it was read, for a batch that acts for many clients. */
export const askerHolds = sql`
  exists (select from clients
           where clients.site_id = requested.site_id and clients.id = requested.client_id
             and clients.version = requested.client_version and clients.deleted_at is null)`;

/** For a statement that reads a token: its client is there, … */
export const clientOfGrant = sql`
  join clients on clients.site_id = grants.site_id and clients.id = grants.client_id and ${isInForce}`;

/** … and what the client may hold of the token's scopes by now: an operator may have taken some away. */
export const heldScopes = sql`
  case when clients.scopes is null or tokens.scopes <@ clients.scopes then tokens.scopes
       else array(select unnest(tokens.scopes) intersect select unnest(clients.scopes)) end`;
