import type { Context } from "#domain/platform/context.ts";
import { issueCodeAtOnce } from "./authorization-codes.ts";
import { type AuthorizationRequest, readAuthorizationRequest } from "./authorization-request.ts";
import { type AuthorizationResponse, codeResponse } from "./authorization-response.ts";
import { isStale } from "./clients/client.ts";
import { rememberedClient } from "./clients/known-clients.ts";
import type { KeyRing } from "./key-ring.ts";
import { maySkipConsent } from "./next-step.ts";

/**
 * Fast path of the authorization endpoint, in one statement: a known client and a signed-in member with remembered
 * consent. Returns the redirect response; undefined for every other case, valid or not.
 */
export async function answerAtOnce(
  context: Context,
  encoded: string,
  session: { secret: string; seenAfter: Date },
  keyRing: KeyRing,
): Promise<AuthorizationResponse | undefined> {
  const sound = await readAuthorizationRequest(context.site, encoded, {
    async findClient(clientId) {
      const client = rememberedClient(context, clientId);
      return client && !isStale(client, context.now) ? client : undefined;
    },
    hintKeys: () => keyRing.hintKeys(context, context.now),
  }).catch(() => undefined);
  if (!sound || sound.request.scopes.length === 0 || asksForThePerson(sound.request)) return undefined;
  const code = await issueCodeAtOnce(context, sound.client, sound.request, session);
  return code === undefined ? undefined : codeResponse(context.site, sound.request, code);
}

const asksForThePerson = (request: AuthorizationRequest) =>
  request.maxAge !== null || request.prompt.some((prompt) => prompt !== "none") || !maySkipConsent(request);
