import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "#domain/context.ts";
import { Problem } from "#domain/problem.ts";
import type { Session } from "#domain/sessions/session.ts";
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
    return { request, reply, context: { ...context, caller }, session, browser, csrf: csrfToken(csrfKey, browser) };
  };

/** The form of a POST, or undefined where its token is not this browser's: nothing in it was asked for by the person. */
export function formOf(
  { request, browser }: Pick<Visit, "request" | "browser">,
  csrfKey: Buffer,
  encoded = bodyOf(request),
): Form | undefined {
  const form = readForm(encoded);
  return isCsrfToken(csrfKey, browser, form.get("csrf")) ? form : undefined;
}

/** A browser sent it and no application: what is wrong with it is no fault of a request for authorization. */
export function readForm(encoded: string): Form {
  try {
    return new Form(encoded);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new Problem("validation_failed", error.message);
  }
}

const bodyOf = ({ body }: FastifyRequest): string => (typeof body === "string" ? body : "");

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
