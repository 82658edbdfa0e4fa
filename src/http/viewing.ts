import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId, parseId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";
import { contextOf } from "./context.ts";
import { readCookie, setCookie } from "./cookies.ts";
import { pathOf } from "./path-of.ts";

/** A browser in which staff see the school as one of its members (docs/decisions/0065). */
export interface View {
  memberId: string;
  /** The session of the viewer. The view ends with it. */
  sessionId: string;
  until: Date;
}

/** A view with the effect on one request. */
interface RequestedView extends View {
  /** True if the page is shown as to the member. Other pages refuse the request. */
  isShown: boolean;
}

declare module "fastify" {
  interface FastifyRequest {
    view: RequestedView | null;
  }
}

/** Minutes. A view ends by itself. */
export const maxViewMinutes = 30;

/** The form that ends a view. */
export const endOfView = "/admin/members/end-view";

const detail = "You see the school as another member. End the view at the top of the page to continue.";

/** True for addresses that respond to programs as RFC 6749 or GraphQL define. */
const isForPrograms = (path: string): boolean => /^\/(?:api\/oauth|member|mcp)\//.test(`${path}/`);

/** Requests that a view does not refuse besides its pages. */
const exemptPaths: ReadonlySet<string> = new Set([endOfView, "/sign-out"]);

/** First path segments. None of these pages shows an account, a payment or an application. */
const viewableAreas: ReadonlySet<string> = new Set([
  "",
  "learn",
  "certificates",
  "courses",
  "events",
  "posts",
  "lecturers",
  "digital-products",
  "assets",
  "files",
  "search",
]);

const shownOfAccount: ReadonlySet<string> = new Set(["/account/digital-products", "/account/events", "/account/notes"]);

/** The first download of a badge takes a position in a status list. */
const isBadge = (path: string): boolean => /^\/certificates\/[^/]+\/badge/.test(path);

const isShownAt = (path: string): boolean =>
  shownOfAccount.has(path) || (viewableAreas.has(path.split("/", 2)[1] ?? "") && !isBadge(path));

/**
 * Refuses every request of a browser with a view that is not the reading of one of its pages: forms, GraphQL, tokens and
 * authorization requests. The domain refuses writes once more.
 */
export function limitViews(app: FastifyInstance, key: Buffer): void {
  app.decorateRequest("view", null);
  app.addHook("onRequest", (request, reply, done) => {
    const context = request.resolvedContext;
    const token = context ? readCookie(request, context.site, "view") : undefined;
    const view = context && token !== undefined ? readView(key, context.site, token, context.now) : undefined;
    if (!view) return done();
    const path = pathOf(request.url);
    const isShown = (request.method === "GET" || request.method === "HEAD") && isShownAt(path);
    request.view = { ...view, isShown };
    // There is nothing at these addresses, and the page says so.
    if (isShown || exemptPaths.has(path) || request.is404) return done();
    if (isForPrograms(path)) {
      reply.code(403).send({ error: "access_denied", error_description: detail, errors: [{ message: detail }] });
      return undefined;
    }
    return done(new Problem("role_required", detail));
  });
}

export function startView(reply: FastifyReply, site: Site, view: View, key: Buffer): void {
  setCookie(reply, site, "view", signView(key, site, view), maxViewMinutes * 60);
}

export function endView(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(reply, contextOf(request).site, "view", "", 0);
  request.view = null;
}

const claimOf = ({ memberId, sessionId, until }: View): string =>
  [formatId("member", memberId), formatId("session", sessionId), until.getTime()].join(".");

const signView = (key: Buffer, site: Site, view: View): string => {
  const claim = claimOf(view);
  return `${claim}.${sign(key, site, claim).toString("base64url")}`;
};

const macLength = 32;

function readView(key: Buffer, site: Site, token: string, now: Date): View | undefined {
  const [member = "", session = "", time = "", mac = "", ...more] = token.slice(0, 500).split(".");
  const input = Buffer.from(mac, "base64url");
  if (more.length > 0 || input.length !== macLength || !/^\d{1,15}$/.test(time)) return undefined;
  if (!isGenuine(key, input, (accepted) => sign(accepted, site, `${member}.${session}.${time}`))) return undefined;
  const [memberId, sessionId] = [parseId("member", member), parseId("session", session)];
  const until = new Date(Number(time));
  return memberId === undefined || sessionId === undefined || until <= now ? undefined : { memberId, sessionId, until };
}

const sign = (key: Buffer, site: Site, claim: string): Buffer => macOf(key, `view\n${site.id}\n${claim}`);
