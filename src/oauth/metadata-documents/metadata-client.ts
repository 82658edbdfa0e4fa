import * as z from "zod";
import { type Scope, scopeNames } from "#access/scopes.ts";
import { sql } from "#database/statements/sql.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { anyOf } from "#domain/platform/listing/filters.ts";
import { listing } from "#domain/platform/listing/listing.ts";
import { versioned } from "#domain/platform/versioned.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import { isLoopbackRedirect } from "../redirect-uri.ts";
import { hostOf } from "./admitted-hosts.ts";
import { type Review, reviews } from "./review.ts";

const states = ["unreviewed", "reviewed", "blocked"] as const;
type State = (typeof states)[number];

/** A client with a metadata document, as shown to the site's operators. */
export const MetadataClient = versioned(
  z.object({
    id: Id("client"),
    /** Its client_id: the URL of its document. */
    metadataUrl: z.string(),
    host: z.string(),
    name: z.string(),
    redirectUris: z.array(z.string()),
    /** Allowed redirect targets after sign-out. */
    postLogoutRedirectUris: z.array(z.string()),
    /** True if every redirect URI is on loopback, where any program can claim the name. */
    loopbackOnly: z.boolean(),
    state: z.enum(states),
    review: z.enum(reviews).nullable(),
    audience: z.enum(["operator", "member"]),
    /** The scopes it may hold; null: every scope of its audience. */
    scopes: z.array(z.enum(scopeNames)).nullable(),
    reviewedAt: Instant.nullable(),
    /** The deciding member; null for the command line. */
    reviewedBy: Id("member").nullable(),
    blockedAt: Instant.nullable(),
    documentFetchedAt: Instant,
    documentExpiresAt: Instant,
    /** Members with an unrevoked grant. */
    connectedMembers: z.number().int(),
    /** The first authorization by any member. */
    firstAuthorizedAt: Instant.nullable(),
    /** The first MCP request, if any. */
    agentSince: Instant.nullable(),
    version: z.number().int(),
    createdAt: Instant,
  }),
);
export type MetadataClient = z.output<typeof MetadataClient>;

export interface MetadataClientRow {
  id: string;
  metadataUrl: string;
  name: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  state: State;
  review: Review | null;
  audience: Audience;
  scopes: Scope[] | null;
  reviewedAt: Date | null;
  reviewedBy: string | null;
  blockedAt: Date | null;
  documentFetchedAt: Date;
  documentExpiresAt: Date;
  connectedMembers: number;
  firstAuthorizedAt: Date | null;
  agentSince: Date | null;
  version: number;
  createdAt: Date;
}

export const toMetadataClient = (row: MetadataClientRow): MetadataClient => ({
  ...row,
  host: hostOf(row.metadataUrl),
  loopbackOnly: row.redirectUris.every(isLoopbackRedirect),
});

/** Must equal the expression of its index. */
const stateOf = sql`
  (case when blocked_at is not null then 'blocked' when review is null then 'unreviewed' else 'reviewed' end)`;

export const columns = sql`
  clients.id, metadata_url, name, redirect_uris, post_logout_redirect_uris, ${stateOf} as state, review,
  audience, scopes, reviewed_at, reviewed_by, blocked_at, document_fetched_at, document_expires_at, first_authorized_at, agent_since, version,
  clients.created_at,
  (select count(*) from grants
    where grants.site_id = clients.site_id and grants.client_id = clients.id
      and grants.revoked_at is null) as connected_members`;

/** The condition for clients in the list. */
export const isListed = sql`clients.origin = 'metadata_document' and clients.deleted_at is null`;

export const metadataClients = listing<MetadataClientRow>({
  kind: "client",
  table: sql`clients`,
  columns,
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: { state: anyOf(z.enum(states), stateOf) },
  keepsDeleted: false,
});
