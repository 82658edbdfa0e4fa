import { assignments, rows, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context, SiteScope } from "#domain/platform/context.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import type { ClientDocument } from "./document.ts";
import { columns as listed, type MetadataClientRow } from "./metadata-client.ts";
import type { Review, Reviewed } from "./review.ts";

/** The document and review data of a client, active or not. */
export interface DocumentRecord {
  id: string;
  name: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  audience: Audience;
  documentFetchedAt: Date;
  review: Review | null;
  reviewedRedirectsDigest: Buffer | null;
  blockedAt: Date | null;
  deletedAt: Date | null;
  version: number;
}

const columns = sql`
  id, name, redirect_uris, post_logout_redirect_uris, audience, document_fetched_at, review,
  reviewed_redirects_digest, blocked_at, deleted_at, version`;

export function findDocument({ db, site }: SiteScope, clientId: string): Promise<DocumentRecord | undefined> {
  return db.first<DocumentRecord>`
    select ${columns} from clients where site_id = ${site.id} and metadata_url = ${clientId}`;
}

/** Locks the row until the transaction ends. */
export function lockDocument({ db, site }: SiteScope, clientId: string): Promise<DocumentRecord | undefined> {
  return db.first<DocumentRecord>`
    select ${columns} from clients where site_id = ${site.id} and metadata_url = ${clientId} for no key update`;
}

/** Like `lockDocument`, by the internal id. */
export function lockDocumentClient({ db, site }: SiteScope, id: string): Promise<DocumentRecord | undefined> {
  return db.first<DocumentRecord>`
    select ${columns} from clients
     where site_id = ${site.id} and id = ${id} and origin = 'metadata_document' and ${table("clients").present}
       for no key update`;
}

/** Finds the row as shown in the list. */
export function findMetadataClient({ db, site }: SiteScope, id: string): Promise<MetadataClientRow | undefined> {
  return db.first<MetadataClientRow>`
    select ${listed} from clients
     where clients.site_id = ${site.id} and clients.id = ${id} and clients.origin = 'metadata_document'
       and ${table("clients").present}`;
}

export interface Fetched {
  clientId: string;
  document: ClientDocument;
  fetchedAt: Date;
  expiresAt: Date;
}

/** Returns false if another process inserted it first. */
export async function insertDocument(
  { db, site, now }: Context,
  id: string,
  { clientId, document, fetchedAt, expiresAt }: Fetched,
  review: Reviewed,
): Promise<boolean> {
  const row = {
    siteId: site.id,
    id,
    origin: "metadata_document",
    tokenEndpointAuthMethod: "none",
    metadataUrl: clientId,
    ...document,
    documentFetchedAt: fetchedAt,
    documentExpiresAt: expiresAt,
    ...review,
    createdAt: now,
    updatedAt: now,
  };
  return (await db.run`insert into clients ${rows(row)} on conflict (site_id, metadata_url) do nothing`) === 1;
}

/** Extends the lifetime of an unchanged document. The client's version stays the same. */
export async function keepDocument({ db, site }: Context, id: string, { fetchedAt, expiresAt }: Fetched) {
  await db.run`
    update clients set document_fetched_at = ${fetchedAt}, document_expires_at = ${expiresAt}
     where site_id = ${site.id} and id = ${id}`;
}

type Changes = Partial<ClientDocument & Reviewed> & { blockedAt?: Date | null };

export async function changeDocumentClient({ db, site, now }: Context, id: string, changes: Changes): Promise<void> {
  await db.run`
    update clients set ${assignments({ ...changes, updatedAt: now })}, version = version + 1
     where site_id = ${site.id} and id = ${id}`;
}
