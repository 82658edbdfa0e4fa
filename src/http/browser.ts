import type { FastifyReply, FastifyRequest } from "fastify";
import type { SessionCaller } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { findGuestSession } from "#domain/people/guests/queries.ts";
import { findSession, findSetupSession, keepSession } from "#domain/people/sessions/queries.ts";
import { idleTimeOf, longestIdleTime } from "#domain/platform/site/role-settings.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { newSecret } from "#lib/secrets/secret.ts";
import { cookieName, readCookie, setCookie } from "./cookies.ts";

const year = 365 * 86_400;
/** Minimum milliseconds between two updates of a session's last use. */
export const slideAfter = 5 * 60_000;

/** The same for a session: sessions that end soon without use are updated more often, so that they do not end early. */
const slideOf = ({ site }: RequestContext, { roles }: Session): number =>
  Math.min(slideAfter, (idleTimeOf(site.settings, roles) * 1000) / 10);

/** Returns the secret that identifies this browser, or undefined. Only `requireBrowser` issues one. */
function findBrowser(request: FastifyRequest, { site }: RequestContext): string | undefined {
  const secret = readCookie(request, site, "browser");
  return secret !== undefined && /^lbr_[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined;
}

export function requireBrowser(request: FastifyRequest, reply: FastifyReply, context: RequestContext): string {
  const existing = findBrowser(request, context);
  if (existing) return existing;
  const secret = newSecret("lbr");
  // A cross-site POST arrives without the browser's existing cookie, which must not be replaced.
  if (request.method === "POST" && request.headers["sec-fetch-site"] === "cross-site") return secret;
  setCookie(reply, context.site, "browser", secret, year);
  return secret;
}

/** Returns the session secret from the cookie. */
export function sessionSecretOf(request: FastifyRequest, { site }: RequestContext): string | undefined {
  const secret = readCookie(request, site, "session");
  return secret !== undefined && /^lss_[A-Za-z0-9_-]{43}$/.test(secret) ? secret : undefined;
}

/**
 * Finds the session of the member signed in with this browser. Extends the session with use, at most every few
 * minutes.
 */
export async function findBrowserSession(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
): Promise<Session | undefined> {
  const secret = sessionSecretOf(request, context);
  if (secret === undefined) return undefined;
  return extended(reply, context, { secret, session: await findSession(context, secret, context.now) });
}

async function extended(
  reply: FastifyReply,
  context: RequestContext,
  { secret, session }: { secret: string; session: Session | undefined },
): Promise<Session | undefined> {
  if (session && context.now.getTime() - session.lastSeenAt.getTime() > slideOf(context, session)) {
    await keepSession(context, session, context.now);
    sendSession(reply, context, secret);
  }
  return session;
}

/** Finds the session of a buyer who has not proven their address. */
export async function findBrowserGuest(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
): Promise<Session | undefined> {
  const secret = sessionSecretOf(request, context);
  if (secret === undefined) return undefined;
  return extended(reply, context, { secret, session: await findGuestSession(context, secret, context.now) });
}

/** Finds a session that only permits setting up the second factor that a role requires. It is not extended. */
export async function findBrowserSetup(request: FastifyRequest, context: RequestContext): Promise<Session | undefined> {
  const secret = sessionSecretOf(request, context);
  return secret === undefined ? undefined : findSetupSession(context, secret, context.now);
}

/** Another person may have used this browser: copies of their lectures are no longer shown. */
export function startBrowserSession(reply: FastifyReply, context: RequestContext, secret: string): void {
  sendSession(reply, context, secret);
  setCookie(reply, context.site, "keeper", "", 0);
}

/** The cookie lasts as long as the sessions of any role. The server decides whether its session still counts. */
const sendSession = (reply: FastifyReply, { site }: RequestContext, secret: string): void =>
  setCookie(reply, site, "session", secret, longestIdleTime(site.settings));

/** Names the person whose copies of lectures may be shown, for as long as their session lasts. */
export const sendKeeper = (reply: FastifyReply, { site }: RequestContext, keeper: string): void =>
  setCookie(reply, site, "keeper", keeper, longestIdleTime(site.settings));

export function endBrowserSession(reply: FastifyReply, { site }: RequestContext): void {
  setCookie(reply, site, "session", "", 0);
  setCookie(reply, site, "view", "", 0);
  setCookie(reply, site, "keeper", "", 0);
  setCookie(reply, site, "waiting", "", 0);
  // Removes drafts and lectures that the scripts of pages keep, and the service worker (https://www.w3.org/TR/clear-site-data/).
  reply.header("clear-site-data", '"storage"');
}

/** The cookie header of a browser with these secrets. */
export const cookiesOf = ({ site }: RequestContext, secrets: { browser: string; session: string }): string =>
  (["browser", "session"] as const).map((name) => `${cookieName(site, name)}=${secrets[name]}`).join("; ");

export const sessionCaller = ({
  id,
  memberId,
  accountId,
  roles,
  authenticatedAt,
  viewedBy,
  isGuest,
}: Session): SessionCaller => ({
  kind: "session",
  sessionId: id,
  memberId,
  accountId,
  roles,
  authenticatedAt,
  viewedBy,
  isGuest,
});
