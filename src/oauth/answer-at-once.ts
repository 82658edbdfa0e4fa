import type { Context } from "#domain/platform/context.ts";
import { recentSince } from "#domain/platform/authentication/is-recent.ts";
import { hasRoleRules } from "#domain/platform/site/role-settings.ts";
import { issueCodeAtOnce } from "./authorization-codes.ts";
import { type AuthorizationRequest, readAuthorizationRequest, RedirectedError } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse } from "./authorization-response.ts";
import { type Client, isStale } from "./clients/client.ts";
import { rememberedClient } from "./clients/known-clients.ts";
import { remembersRecentOnly } from "./consent-memory.ts";
import { OAuthError } from "./error.ts";
import type { KeyRing } from "./key-ring.ts";
import { maySkipConsent } from "./next-step.ts";

/** A valid request of a cached client. */
interface ValidRequest {
  client: Client;
  request: AuthorizationRequest;
}

interface SessionLookup {
  secret: string;
  /** Sessions without use since then are left to the full path, which extends them. */
  seenAfter: Date;
}

/**
 * Fast path of the authorization endpoint, in one statement: a cached client and a signed-in member with remembered
 * consent. Returns the redirect response; undefined for every other case, valid or not.
 */
export async function answerAtOnce(
  context: Context,
  encoded: string,
  session: SessionLookup,
  keyRing: KeyRing,
): Promise<AuthorizationResponse | undefined> {
  const valid = await readForCachedClient(context, encoded, keyRing);
  return valid && answerFromConsent(context, valid, session);
}

/** Decides in SQL what `nextStep` decides in TypeScript: each code issued here, `nextStep` would issue too. */
export async function answerFromConsent(
  context: Context,
  { client, request }: ValidRequest,
  session: SessionLookup,
): Promise<AuthorizationResponse | undefined> {
  // The statement does not know the rules of roles for sessions.
  if (request.scopes.length === 0 || requiresPage(request) || hasRoleRules(context.site.settings)) return undefined;
  const authenticatedAfter = remembersRecentOnly(client, request.scopes) ? recentSince(context.now) : null;
  const code = await issueCodeAtOnce(context, client, request, { ...session, authenticatedAfter });
  return code === undefined ? undefined : codeResponse(context.site, request, code);
}

/** Invalid requests are left to the full path, because the cached client may be outdated. Other errors surface. */
async function readForCachedClient(
  context: Context,
  encoded: string,
  keyRing: KeyRing,
): Promise<ValidRequest | undefined> {
  try {
    return await readAuthorizationRequest(context.site, encoded, {
      async findClient(clientId) {
        const client = rememberedClient(context, clientId);
        return client && !isStale(client, context.now) ? client : undefined;
      },
      hintKeys: () => keyRing.hintKeys(context, context.now),
    });
  } catch (error) {
    if (error instanceof OAuthError || error instanceof RedirectedError) return undefined;
    throw error;
  }
}

const requiresPage = (request: AuthorizationRequest): boolean =>
  request.maxAge !== null ||
  (request.acrValues ?? []).length > 0 ||
  request.prompt.some((prompt) => prompt !== "none") ||
  !maySkipConsent(request);
