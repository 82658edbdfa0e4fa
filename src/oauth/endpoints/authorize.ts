import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId } from "#domain/ids.ts";
import { limits } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";
import type { Session } from "#domain/sessions/session.ts";
import { findBrowserSession, requireBrowser, sessionSecretOf, slideAfter } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { answerAtOnce } from "../answer-at-once.ts";
import { type Callback, readAuthorizationRequest, RedirectedError } from "../authorization-request.ts";
import { errorLocation } from "../authorization-response.ts";
import { storeAuthorization } from "../authorizations.ts";
import type { Client } from "../clients/client.ts";
import type { OAuthError } from "../error.ts";
import type { KeyRing } from "../key-ring.ts";
import type { ResolveClient } from "../metadata-documents/resolve-client.ts";
import { nextStep } from "../next-step.ts";
import { mayRedirectUnauthenticated } from "../redirect-trust.ts";

/** Where a person answers a request that waits for them. */
const pageOf = (step: "sign_in" | "consent", authorizationId: string) =>
  `/${step === "sign_in" ? "sign-in" : "consent"}?authorization=${formatId("authorization", authorizationId)}`;

/**
 * GET and POST /oauth/authorize (RFC 6749 §4.1.1). Whatever is wrong with the client or its redirect URI is thrown,
 * for a page, and so are errors of unvetted clients before sign-in (RFC 9700 §4.11.2); everything else is answered by a
 * redirect, 303 after a POST too (RFC 9700 §2.1).
 */
export const authorizeEndpoint = (keyRing: KeyRing, resolveClient: ResolveClient) => (app: FastifyInstance) => {
  const lookups = { keyRing, resolveClient };
  app.get("/oauth/authorize", (request, reply) => authorize(request, reply, queryOf(request), lookups));
  app.post("/oauth/authorize", (request, reply) => {
    const encoded = typeof request.body === "string" ? request.body : queryOf(request);
    // Browsers send no SameSite=Lax cookie with another site's POST, but with the GET that it leads to.
    const cookieless = request.headers.cookie === undefined && encoded.length <= longestQuery;
    // A form as browsers write it; of other octets no address can be made.
    if (cookieless && /^[\x21-\x7e]*$/.test(encoded)) return reply.redirect(`/oauth/authorize?${encoded}`, 303);
    return authorize(request, reply, encoded, lookups);
  });
};

/** What every browser takes in an address. */
const longestQuery = 8000;

async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: string,
  { keyRing, resolveClient }: { keyRing: KeyRing; resolveClient: ResolveClient },
): Promise<FastifyReply> {
  const context = contextOf(request);
  const secret = sessionSecretOf(request, context);
  if (secret !== undefined) {
    const seenAfter = new Date(context.now.getTime() - slideAfter);
    const location = await answerAtOnce(context, encoded, { secret, seenAfter }, keyRing);
    if (location !== undefined) return reply.redirect(location, 303);
  }
  const findingSession = findBrowserSession(request, reply, context);
  try {
    const [{ client, request: wanted }, session] = await Promise.all([
      readAuthorizationRequest(context.site, encoded, {
        findClient: (clientId) => resolveClient(context, clientId),
        publicKeys: () => keyRing.publicKeys(context, context.now),
      }),
      findingSession,
    ]);
    const step = await nextStep(context, wanted, session, context.now);
    if (step.kind === "redirect") {
      if (step.error) requireTrustedRedirect(client, wanted, session, step.error);
      return reply.redirect(step.location, 303);
    }
    await requireWithin(context, limits.authorizationPerAddress, networkOf(context.address ?? ""));
    const pending = await storeAuthorization(context, wanted, requireBrowser(request, reply, context));
    return reply.redirect(pageOf(step.kind, pending.id), 303);
  } catch (error) {
    if (!(error instanceof RedirectedError)) throw error;
    requireTrustedRedirect(error.client, error.callback, await findingSession, error.error);
    return reply.redirect(errorLocation(context.site, error.callback, error.error), 303);
  }
}

/** Throws the error, for a page, unless it may be redirected to this callback. */
function requireTrustedRedirect(
  client: Client,
  { redirectUri }: Callback,
  session: Session | undefined,
  error: OAuthError,
): void {
  if (!session && !mayRedirectUnauthenticated(client, redirectUri)) throw error;
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}
