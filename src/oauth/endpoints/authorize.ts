import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId } from "#domain/platform/ids.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { findBrowserSession, requireBrowser, sessionSecretOf, slideAfter } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { answerAtOnce } from "../answer-at-once.ts";
import { type Callback, readAuthorizationRequest, recognized, RedirectedError } from "../authorization-request.ts";
import { type AuthorizationResponse, errorResponse } from "../authorization-response.ts";
import { storeAuthorization } from "../authorizations.ts";
import type { Client } from "../clients/client.ts";
import type { OAuthError } from "../error.ts";
import type { KeyRing } from "../key-ring.ts";
import type { ResolveClient } from "../metadata-documents/resolve-client.ts";
import { nextStep } from "../next-step.ts";
import { mayRedirectUnauthenticated } from "../redirect-trust.ts";

/** The pages on which the user answers a pending request. */
const pages = { sign_in: "/sign-in", select_account: "/select-account", consent: "/consent" } as const;

const stepUrl = (step: keyof typeof pages, authorizationId: string) =>
  `${pages[step]}?authorization=${formatId("authorization", authorizationId)}`;

/** Sends the response to the client by redirect or form page. The pages belong to another surface. */
type Respond = (request: FastifyRequest, reply: FastifyReply, response: AuthorizationResponse) => FastifyReply;

interface Lookups {
  keyRing: KeyRing;
  resolveClient: ResolveClient;
  respond: Respond;
}

/**
 * GET and POST /oauth/authorize (RFC 6749 §4.1.1). Shown on a page: errors of the client or redirect URI, and errors
 * of unvetted clients before sign-in (RFC 9700 §4.11.2). All other responses are redirects, with 303 after a POST too
 * (RFC 9700 §2.1).
 */
export const authorizeEndpoint = (lookups: Lookups) => (app: FastifyInstance) => {
  app.get("/oauth/authorize", { config }, (request, reply) => authorize(request, reply, queryOf(request), lookups));
  app.post("/oauth/authorize", { config }, (request, reply) => {
    const encoded = typeof request.body === "string" ? request.body : queryOf(request);
    // Browsers omit SameSite=Lax cookies from another site's POST, but send them with the GET after a redirect.
    const cookieless = request.headers.cookie === undefined && encoded.length <= maxQueryLength;
    // Only a form as encoded by browsers; other octets cannot be put into a URL.
    if (cookieless && /^[\x21-\x7e]*$/.test(encoded)) return reply.redirect(`/oauth/authorize?${encoded}`, 303);
    return authorize(request, reply, encoded, lookups);
  });
};

/** RFC 6749 §4.1.2: the client gets back the exact value of `state`. Unknown parameters are ignored (§3.1). */
const config = { octets: (name: string) => name === "state" || !(recognized.has(name) || name === "resource") };

/** Browsers accept far longer URLs; this server accepts 48 KiB of headers in total. */
const maxQueryLength = 32_000;

async function authorize(
  request: FastifyRequest,
  reply: FastifyReply,
  encoded: string,
  { keyRing, resolveClient, respond }: Lookups,
): Promise<FastifyReply> {
  const context = contextOf(request);
  const secret = sessionSecretOf(request, context);
  if (secret !== undefined) {
    const seenAfter = new Date(context.now.getTime() - slideAfter);
    const response = await answerAtOnce(context, encoded, { secret, seenAfter }, keyRing);
    if (response !== undefined) return respond(request, reply, response);
  }
  const findingSession = findBrowserSession(request, reply, context);
  try {
    const [{ client, request: authorizationRequest }, session] = await Promise.all([
      readAuthorizationRequest(context.site, encoded, {
        findClient: (clientId) => resolveClient(context, clientId),
        hintKeys: () => keyRing.hintKeys(context, context.now),
      }),
      findingSession,
    ]);
    const step = await nextStep(context, { client, request: authorizationRequest }, session, context.now);
    if (step.kind === "respond") {
      if (step.error) requireTrustedRedirect(client, authorizationRequest, session, step.error);
      return respond(request, reply, step.response);
    }
    await requireWithin(context, limits.authorizationPerAddress, networkOf(context.address));
    const pending = await storeAuthorization(context, authorizationRequest, requireBrowser(request, reply, context));
    return reply.redirect(stepUrl(step.kind, pending.id), 303);
  } catch (error) {
    if (!(error instanceof RedirectedError)) throw error;
    requireTrustedRedirect(error.client, error.callback, await findingSession, error.error);
    return respond(request, reply, errorResponse(context.site, error.callback, error.error));
  }
}

/** Throws the error for a page unless this callback may receive it. */
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
