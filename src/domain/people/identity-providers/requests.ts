import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { digest, newSecret } from "#lib/secrets/secret.ts";
import { requireIdentities } from "./identity-system.ts";

type Purpose = "sign_in" | "connect" | "test";

/** A request to a provider, bound to the browser that began it. */
export interface ProviderRequest {
  purpose: Purpose;
  /** Session of the person who connects an identity, tests the provider, or confirms their identity (`sign_in`). */
  sessionId: string | null;
  /** Authorization request of a client that waits for the sign-in. */
  authorizationId: string | null;
  /** Page of the site that follows, checked by the caller. */
  returnTo: string | null;
}

/** A request with the response to it that waits, sealed (`saml/receive-response.ts`). */
export type TakenRequest = ProviderRequest & RequestSecrets & { response: Buffer | null; createdAt: Date };

/** Returns whether a signed-in person confirms their identity by the request. */
export const isConfirmation = ({ purpose, sessionId }: ProviderRequest): boolean =>
  purpose === "sign_in" && sessionId !== null;

/** Values of a request that only this server and the provider know. */
export interface RequestSecrets {
  state: string;
  nonce: string;
  /** Finds the form that is shown again after the response. */
  form: string;
  /** PKCE (RFC 7636 §4.1). */
  verifier: string;
  /** True if the person has to sign in at the provider again, whatever session they have there. */
  isAgain: boolean;
}

const lifetimeMs = 15 * 60_000;

/**
 * Prefixes of a state. The digest of all of it is stored, so that no one can make another kind of request of it by
 * changing the address on the way to the provider.
 */
const prefixes = { once: "lps", again: "lpa" } as const;

/** Returns whether a text has the form of a state, which the provider sends back unchanged. */
export const isState = (text: string): boolean => /^lp[as]_[\w-]{43}$/.test(text);

interface BegunRequest extends ProviderRequest {
  browser: string;
  /** The person has to sign in at the provider again. */
  isAgain?: boolean;
  /** Encrypted form that is shown again after the response. */
  unsaved?: string | undefined;
}

export async function beginRequest(
  context: Context,
  providerId: string,
  { browser, isAgain = false, unsaved, ...request }: BegunRequest,
): Promise<RequestSecrets> {
  const { db, site, now } = context;
  const state = newSecret(isAgain ? prefixes.again : prefixes.once);
  const row = {
    siteId: site.id,
    digest: digest(state),
    browserDigest: digest(browser),
    providerId,
    ...request,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  const secrets = secretsOf(context, state);
  await db.run`insert into provider_requests ${rows(row)}`;
  if (unsaved !== undefined) {
    // SAML stores its response with the request, so that the form has a row of its own.
    const form = { ...row, siteId: site.id, digest: digest(secrets.form), response: Buffer.from(unsaved) };
    await db.run`insert into provider_requests ${rows(form)}`;
  }
  return secrets;
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
  const [taken] = await db.write.many<ProviderRequest & Pick<TakenRequest, "response" | "createdAt">>`
    delete from provider_requests
     where site_id = ${site.id} and digest = ${digest(state)} and provider_id = ${providerId}
       and browser_digest = ${digest(browser)} and expires_at > ${now}
    returning purpose, session_id, authorization_id, return_to, created_at, response`;
  return taken && { ...taken, ...secretsOf(context, state) };
}

/** Takes the encrypted form that waits for the response to a request. */
export async function takeForm(
  { db, site, now }: Context,
  providerId: string,
  { form, browser }: { form: string; browser: string },
): Promise<string | undefined> {
  const [taken] = await db.write.many<{ response: Buffer }>`
    delete from provider_requests
     where site_id = ${site.id} and digest = ${digest(form)} and provider_id = ${providerId}
       and browser_digest = ${digest(browser)} and expires_at > ${now}
    returning response`;
  return taken?.response.toString();
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

/** The other values follow from the state, of which only a digest is stored. */
function secretsOf(context: Context, state: string): RequestSecrets {
  const { key } = requireIdentities(context);
  const derive = (use: string) => macOf(key, `${use}\n${state}`).toString("base64url");
  const isAgain = state.startsWith(`${prefixes.again}_`);
  return { state, nonce: derive("nonce"), verifier: derive("verifier"), form: derive("form"), isAgain };
}

/**
 * Remembers a message of a provider until it expires: a logout token, an assertion or a logout request. Returns false if
 * it was used before, in any process.
 */
export async function useOnce({ db, site }: Context, message: string, expiresAt: Date): Promise<boolean> {
  const used = await db.run`
    insert into used_logout_tokens ${rows({ siteId: site.id, digest: digest(message), expiresAt })}
    on conflict do nothing`;
  return used === 1;
}
