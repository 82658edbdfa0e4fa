import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import { findBrowserSession, requireBrowser, sessionCaller } from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { csrfToken, isCsrfToken } from "#http/csrf.ts";
import { OAuthError } from "#oauth/error.ts";
import { Form } from "#oauth/form.ts";
import { chooseLocale, type Locale } from "./text/catalogue.ts";
import type { PageContext } from "./views/layout.ts";

/** A browser at a page: whose it is, what language it reads, and the token its forms carry. */
export interface Visit {
  request: FastifyRequest;
  reply: FastifyReply;
  context: RequestContext;
  session: Session | undefined;
  /** The secret of the browser's own cookie. */
  browser: string;
  csrf: string;
}

export type StartVisit = (request: FastifyRequest, reply: FastifyReply) => Promise<Visit>;

/** Every page starts here; `csrfKey` is the installation's. */
export const visits =
  (csrfKey: Buffer): StartVisit =>
  async (request, reply) => {
    const context = contextOf(request);
    const session = await findBrowserSession(request, reply, context);
    const browser = requireBrowser(request, reply, context);
    const caller = session ? sessionCaller(session) : context.caller;
    const csrf = csrfToken(csrfKey, { browser, sessionId: session?.id });
    return { request, reply, context: { ...context, caller }, session, browser, csrf };
  };

/**
 * The form of a POST; undefined where its token does not belong to this browser and session, or another site sent it.
 * The person did not submit it then, or signed in or out after opening the page.
 */
export function formOf(
  { request, browser, session }: Pick<Visit, "request" | "browser" | "session">,
  csrfKey: Buffer,
  encoded = bodyOf(request),
): Form | undefined {
  const form = readForm(encoded);
  if (isFromElsewhere(request)) return undefined;
  return isCsrfToken(csrfKey, { browser, sessionId: session?.id }, form.get("csrf")) ? form : undefined;
}

/** By Fetch Metadata. `same-site` is another subdomain, which may be another school. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site";

/** A browser sent it and no application: what is wrong with it is no fault of a request for authorization. */
export function readForm(encoded: string): Form {
  try {
    return new Form(encoded);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new Problem("validation_failed", error.message);
  }
}

export const bodyOf = ({ body }: FastifyRequest): string => (typeof body === "string" ? body : "");

/** What every view is told. */
export function pageOf(visit: Visit, uiLocales?: string | null): PageContext {
  const { context, session, csrf } = visit;
  return {
    locale: localeOf(visit, uiLocales),
    site: { name: context.site.name, origin: context.site.origin },
    member: session ? { name: session.name, email: session.email } : null,
    csrf,
  };
}

const localeOf = ({ request, context, session }: Visit, uiLocales?: string | null): Locale =>
  chooseLocale({
    uiLocales: uiLocales ?? undefined,
    memberLocale: session?.locale,
    acceptLanguage: request.headers["accept-language"],
    siteDefault: context.site.defaultLocale,
  });
