import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type Client, formatClientId } from "./client.ts";
import { insertClient } from "./queries.ts";

/** Path of the API reference's OAuth callback. */
export const referenceCallback = "/docs/api/signed-in";

/**
 * Returns the `client_id` of the API reference: a regular client for staff, created on first use. A person allows its
 * scopes like those of any other client. Undefined while it is blocked.
 */
export async function openReferenceClient(context: RequestContext): Promise<string | undefined> {
  const redirectUri = `${context.site.origin}${referenceCallback}`;
  const client = (await find(context)) ?? (await create(context, redirectUri));
  if (client.blockedAt !== null) return undefined;
  // The origin of a site can change.
  if (!client.redirectUris.includes(redirectUri)) await move(context, client.id, redirectUri);
  return formatClientId(client.id);
}

type Known = Pick<Client, "id" | "redirectUris"> & { blockedAt: Date | null };

const find = ({ db, site }: SiteScope): Promise<Known | undefined> =>
  db.first<Known>`
    select id, redirect_uris, blocked_at from clients
     where site_id = ${site.id} and origin = 'explorer' and audience = 'operator' and deleted_at is null`;

const create = (context: RequestContext, redirectUri: string): Promise<Known> =>
  context.db.transaction(async (db) => {
    const locked = { ...context, db };
    await withAdvisoryLock(locked, "client of the API reference");
    const existing = await find(locked);
    if (existing) return existing;
    const client: Client = {
      id: newId(),
      name: "API reference",
      origin: "explorer",
      audience: "operator",
      tokenEndpointAuthMethod: "none",
      applicationType: null,
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [],
      introspectsAllTokens: false,
      scopes: null,
      secretDigest: null,
      previousSecretDigest: null,
      previousSecretExpiresAt: null,
      metadataUrl: null,
      documentExpiresAt: null,
      review: null,
      version: 1,
      createdAt: context.now,
    };
    await insertClient(locked, client);
    return { ...client, blockedAt: null };
  });

const move = ({ db, site, now }: RequestContext, id: string, redirectUri: string) => db.run`
  update clients set redirect_uris = ${[redirectUri]}, version = version + 1, updated_at = ${now}
   where site_id = ${site.id} and id = ${id}`;
