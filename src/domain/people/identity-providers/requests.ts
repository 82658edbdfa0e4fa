import { createHmac } from "node:crypto";
import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { requireIdentities } from "./identity-system.ts";

type Purpose = "sign_in" | "connect" | "test";

/** A request to a provider, bound to the browser that began it. */
export interface ProviderRequest {
  purpose: Purpose;
  /** Session of the person who connects an identity or tests the provider. */
  sessionId: string | null;
  /** Authorization request of a client that waits for the sign-in. */
  authorizationId: string | null;
  /** Page of the site that follows, checked by the caller. */
  returnTo: string | null;
}

/** A request with the response to it that waits, sealed (`saml/receive-response.ts`). */
export type TakenRequest = ProviderRequest & RequestSecrets & { response: Buffer | null };

/** Values of a request that only this server and the provider know. */
export interface RequestSecrets {
  state: string;
  nonce: string;
  /** PKCE (RFC 7636 §4.1). */
  verifier: string;
}

const lifetimeMs = 15 * 60_000;

/** Returns whether a text has the form of a state, which the provider sends back unchanged. */
export const isState = (text: string): boolean => /^lps_[\w-]{43}$/.test(text);

export async function beginRequest(
  context: Context,
  providerId: string,
  { browser, ...request }: ProviderRequest & { browser: string },
): Promise<RequestSecrets> {
  const { db, site, now } = context;
  const state = newSecret("lps");
  const row = {
    siteId: site.id,
    digest: digest(state),
    browserDigest: digest(browser),
    providerId,
    ...request,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  await db.run`insert into provider_requests ${rows(row)}`;
  return secretsOf(context, state);
}

/**
 * Takes the request of a response: once, in the browser and for the provider that it was begun with. A response in
 * another browser leaves it, so that a stranger cannot use it up.
 */
export async function takeRequest(
  context: Context,
  providerId: string,
  { state, browser }: { state: string; browser: string },
): Promise<TakenRequest | undefined> {
  const { db, site, now } = context;
  const [taken] = await db.write.many<ProviderRequest & { response: Buffer | null }>`
    delete from provider_requests
     where site_id = ${site.id} and digest = ${digest(state)} and provider_id = ${providerId}
       and browser_digest = ${digest(browser)} and expires_at > ${now}
    returning purpose, session_id, authorization_id, return_to, response`;
  return taken && { ...taken, ...secretsOf(context, state) };
}

/** Returns the secrets of a request that is under way in some browser; undefined without one. */
export async function findRequest(
  context: Context,
  providerId: string,
  state: string,
): Promise<RequestSecrets | undefined> {
  const { db, site, now } = context;
  const found = await db.first<{ digest: Buffer }>`
    select digest from provider_requests
     where site_id = ${site.id} and digest = ${digest(state)} and provider_id = ${providerId} and expires_at > ${now}`;
  return found && secretsOf(context, state);
}

/**
 * Stores a sealed response with the request that it answers, until the browser of the request comes for it. `replaces`:
 * also if there is one, which must have been a failure.
 */
export async function storeResponse(
  { db, site }: Context,
  providerId: string,
  { state, response, replaces }: { state: string; response: Buffer; replaces: boolean },
): Promise<void> {
  await db.run`
    update provider_requests set response = ${response}
     where site_id = ${site.id} and digest = ${digest(state)} and provider_id = ${providerId}
       and (${replaces} or response is null)`;
}

/** Nonce and verifier follow from the state, of which only a digest is stored. */
function secretsOf(context: Context, state: string): RequestSecrets {
  const { key } = requireIdentities(context);
  const derive = (use: string) => createHmac("sha256", key).update(`${use}\n${state}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
}
