import type { Scope } from "#access/scopes.ts";
import { sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { listing } from "#domain/platform/listing/listing.ts";
import type { ClientOrigin } from "./clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import type { Review } from "./metadata-documents/review.ts";

/** An unrevoked grant, before its client is loaded. */
interface GrantRow {
  id: string;
  createdAt: Date;
}

/** Lists the grants of a member, newest first. */
export const grantsOfMember = listing<GrantRow>({
  kind: "grant",
  table: sql`grants`,
  columns: sql`grants.id, grants.created_at`,
  sorts: { createdAt: "timestamptz" },
  defaultSort: "-createdAt",
  filters: {},
  keepsDeleted: false,
});

/**
 * The condition for unrevoked grants whose client exists. Deleting a client ends all its grants. API keys are listed in
 * the admin area. With an equality of the key, any index of the site may look as good as that of the key, and reads all
 * clients for each grant: see `under` in `database/table`.
 */
export const inForceFor = ({ site }: SiteScope, memberId: string) => sql`
  grants.member_id = ${memberId} and grants.revoked_at is null
  and exists (select from ${table("clients").under(site.id, "id", sql`grants.client_id`)}
               where ${table("clients").present} and clients.origin <> 'api_key'
              offset 0)`;

/** A client that a member has authorized. */
export interface AllowedClient {
  /** The id of the grant. */
  id: string;
  clientId: string;
  name: string;
  origin: ClientOrigin;
  audience: Audience;
  /** Scopes the client may hold; null: every scope of its audience. */
  mayHold: Scope[] | null;
  metadataUrl: string | null;
  review: Review | null;
  blocked: boolean;
  logoDigest: Buffer | null;
  /** Scopes the member has granted, across all redirect URIs. */
  allowed: Scope[];
  /** Redirect URIs the member was sent to on authorization. */
  redirectUris: string[];
  lastUsedAt: Date | null;
}

const maxRedirects = 10;

/** Returns the clients of these grants, in no particular order. */
export const findAllowedClients = ({ db, site }: SiteScope, grantIds: readonly string[]): Promise<AllowedClient[]> =>
  db.many<AllowedClient>`
    select grants.id, grants.client_id, clients.name, clients.origin, clients.audience, clients.scopes as may_hold,
           clients.metadata_url, clients.review, clients.blocked_at is not null as blocked,
           (select client_logos.digest from client_logos
             where client_logos.site_id = ${site.id} and client_logos.client_id = clients.id) as logo_digest,
           array(select distinct unnest(consents.scopes) from consents
                  where consents.site_id = ${site.id} and consents.grant_id = grants.id) as allowed,
           array(select consents.redirect_uri from consents
                  where consents.site_id = ${site.id} and consents.grant_id = grants.id
                  order by consents.redirect_uri limit ${maxRedirects}) as redirect_uris,
           (select max(newest.created_at) from families
             cross join lateral (
               select tokens.created_at from tokens
                where tokens.site_id = ${site.id} and tokens.family_id = families.id and tokens.kind = 'refresh'
                order by tokens.created_at desc limit 1) as newest
             where families.site_id = ${site.id} and families.grant_id = grants.id) as last_used_at
      from ${table("grants").withIds(site.id, grantIds)}
     cross join ${table("clients").joined(site.id, sql`grants.client_id`)}`;
