import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId } from "#domain/ids.ts";
import { limits } from "#domain/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/rate-limits/require-within.ts";
import { findBrowserSession, requireBrowser, sessionSecretOf, slideAfter } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { networkOf } from "#lib/network.ts";
import { answerAtOnce } from "../answer-at-once.ts";
import { readAuthorizationRequest, RedirectedError } from "../authorization-request.ts";
import { errorLocation } from "../authorization-response.ts";
import { storeAuthorization } from "../authorizations.ts";
import type { KeyRing } from "../key-ring.ts";
import type { ResolveClient } from "../metadata-documents/resolve-client.ts";
import { nextStep } from "../next-step.ts";

/** Where a person answers a request that waits for them. */
const pageOf = (step: "sign_in" | "consent", authorizationId: string) =>
  `/${step === "sign_in" ? "sign-in" : "consent"}?authorization=${formatId("authorization", authorizationId)}`;

/**
 * GET and POST /oauth/authorize (RFC 6749 §4.1.1). Whatever is wrong with the client or its redirect URI is thrown,
 * for a page; everything else is answered by a redirect, 303 after a POST too (RFC 9700 §2.1).
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

/** Browsers accept far longer addresses; our server reads headers of 48 KiB in all. */
const longestQuery = 32_000;

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
  try {
    const [{ request: wanted }, session] = await Promise.all([
      readAuthorizationRequest(context.site, encoded, {
        findClient: (clientId) => resolveClient(context, clientId),
        hintKeys: () => keyRing.hintKeys(context, context.now),
      }),
      findBrowserSession(request, reply, context),
    ]);
    const step = await nextStep(context, wanted, session, context.now);
    if (step.kind === "redirect") return reply.redirect(step.location, 303);
    await requireWithin(context, limits.authorizationPerAddress, networkOf(context.address ?? ""));
    const pending = await storeAuthorization(context, wanted, requireBrowser(request, reply, context));
    return reply.redirect(pageOf(step.kind, pending.id), 303);
  } catch (error) {
    if (!(error instanceof RedirectedError)) throw error;
    return reply.redirect(errorLocation(context.site, error.callback, error.error), 303);
  }
}

function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf("?");
  return start === -1 ? "" : url.slice(start + 1);
}
