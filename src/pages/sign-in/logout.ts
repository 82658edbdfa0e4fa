import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { signOut } from "#domain/people/sessions/operations.ts";
import { endBrowserSession } from "#http/browser.ts";
import { findLogoAddress } from "#oauth/client-logos/queries.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { isVettedClient } from "#oauth/clients/vetted-client.ts";
import type { KeyRing } from "#oauth/key-ring.ts";
import { type LogoutRequest, readLogoutRequest } from "#oauth/logout-request.ts";
import { staysOnDevice } from "#oauth/redirect-uri.ts";
import { visitorRoutes } from "../responses/page-routes.ts";
import { formTargetOf, sendPage } from "../responses/send.ts";
import { memberPageOf, pageOf, type OpenPageRequest, type PageRequest } from "../responses/page-request.ts";
import { logout as logoutView } from "../views/sign-in/logout.ts";
import { signedOut } from "../views/sign-in/signed-out.ts";

interface Options {
  keyRing: KeyRing;
}

const path = "/oauth/logout";

/** The client gets back the exact value (OpenID Connect RP-Initiated Logout §2). */
const config = { octets: (name: string) => name === "state" };
const confirmPath = `${path}/confirm`;

interface LogoutPageRequest extends PageRequest {
  encoded: string;
  logoutRequest: LogoutRequest;
}

/** Maximum length of a query in a redirect, next to the other headers. */
const maxQueryLength = 32_000;

/** GET and POST /oauth/logout (OpenID Connect RP-Initiated Logout 1.0), with a confirmation page. */
export function logoutPages(app: FastifyInstance, openPageRequest: OpenPageRequest, { keyRing }: Options): void {
  const read = ({ context }: PageRequest, encoded: string) =>
    readLogoutRequest(context, encoded, () => keyRing.hintKeys(context, context.now));

  app.get(path, { config }, async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const encoded = queryOf(request.url);
    return answer(pageRequest, encoded, await read(pageRequest, encoded));
  });

  app.post(path, { config }, async (request, reply) => {
    const encoded = typeof request.body === "string" ? request.body : "";
    // Browsers omit SameSite=Lax cookies from cross-site POST requests, but send them with the GET after a redirect.
    const cookieless = request.headers.cookie === undefined && encoded.length <= maxQueryLength;
    if (cookieless && isPlain(encoded)) return reply.redirect(`${path}?${encoded}`, 303);
    const pageRequest = await openPageRequest(request, reply);
    return answer(pageRequest, encoded, await read(pageRequest, encoded));
  });

  const { postForm } = visitorRoutes(openPageRequest).extend<LogoutPageRequest>(async (pageRequest, open) => {
    const encoded = queryOf(pageRequest.request.url);
    return open({ ...pageRequest, encoded, logoutRequest: await read(pageRequest, encoded) });
  });
  const stale = (pageRequest: LogoutPageRequest) => answer(pageRequest, pageRequest.encoded, pageRequest.logoutRequest);
  postForm(app, { path: confirmPath, stale }, (pageRequest) => end(pageRequest, pageRequest.logoutRequest));
}

/**
 * Asks for confirmation, unless the request proves that it comes from a client of the signed-in member: an id_token
 * that this site issued to the client about that member. Without a session, only such a proof redirects immediately.
 */
async function answer(pageRequest: PageRequest, encoded: string, logoutRequest: LogoutRequest): Promise<FastifyReply> {
  const { reply, context, session, csrf } = pageRequest;
  const { client, hintedMember, returnTo, uiLocales } = logoutRequest;
  if (!session && !redirectsAtOnce(logoutRequest)) return showSignedOut(pageRequest, logoutRequest);
  if (!session || session.memberId === hintedMember) return end(pageRequest, logoutRequest);
  const page = memberPageOf(pageRequest, session, uiLocales);
  const view = logoutView(page, {
    csrf,
    action: `${confirmPath}?${isPlain(encoded) ? encoded : ""}`,
    client: client && { name: displayNameOf(context.site, client), logo: await findLogoAddress(context, client.id) },
  });
  return sendPage(reply, view, { formTarget: returnTo === undefined ? undefined : formTargetOf(returnTo) });
}

/**
 * Without a session there is no confirmation. A redirect to another origin then needs a client that the school vetted:
 * anyone can publish a document and obtain a hint about themselves (an open redirector, RFC 9700 §4.11.2).
 */
const redirectsAtOnce = ({ client, hintedMember, returnTo }: LogoutRequest): boolean =>
  client !== undefined &&
  hintedMember !== undefined &&
  returnTo !== undefined &&
  (isVettedClient(client) || staysOnDevice(returnTo));

async function end(pageRequest: PageRequest, logoutRequest: LogoutRequest): Promise<FastifyReply> {
  const { reply, context, session } = pageRequest;
  if (session) {
    await perform(signOut, context, {});
    endBrowserSession(reply, context);
  }
  if (logoutRequest.returnTo === undefined) return showSignedOut(pageRequest, logoutRequest);
  return reply.redirect(logoutRequest.returnTo, 303);
}

function showSignedOut(pageRequest: PageRequest, { client, returnTo, uiLocales }: LogoutRequest): FastifyReply {
  const { reply, context } = pageRequest;
  const page = pageOf({ ...pageRequest, session: undefined }, uiLocales);
  const back =
    client && returnTo !== undefined ? { name: displayNameOf(context.site, client), href: returnTo } : undefined;
  return sendPage(reply, signedOut(page, { back }));
}

const queryOf = (url: string): string => (url.includes("?") ? url.slice(url.indexOf("?") + 1) : "");

/** True for a form as browsers encode it. Other bytes cannot become a URL. */
const isPlain = (encoded: string): boolean => /^[\x21-\x7e]*$/.test(encoded);
