import type { FastifyReply, FastifyRequest } from "fastify";
import type { PageShell } from "#domain/public-catalog/pages/page-shell.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Session } from "#domain/people/sessions/session.ts";
import {
  findBrowserGuest,
  findBrowserSession,
  findBrowserSetup,
  requireBrowser,
  sessionCaller,
} from "#http/browser.ts";
import { contextOf } from "#http/context.ts";
import { endView } from "#http/viewing.ts";
import { findViewed } from "#domain/people/member-view/view.ts";
import { csrfToken, isCsrfToken } from "#http/csrf.ts";
import { pathOf } from "#http/path-of.ts";
import { OAuthError } from "#oauth/error.ts";
import { addressToReturnTo, chosenLocale, chosenTheme, ownZoneOf } from "./preferences.ts";
import { isPageOfGuests } from "./pages-of-guests.ts";
import { isPageOfSetup } from "./pages-of-setup.ts";
import { Form } from "#oauth/form.ts";
import type { Site } from "#domain/platform/site/site.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf } from "../forms/submitted-fields.ts";
import { chooseLocale } from "../text/catalogue.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";

/** Request context of a page: browser, member, language and form token. */
export interface PageRequest {
  request: FastifyRequest;
  reply: FastifyReply;
  context: RequestContext;
  session: Session | undefined;
  /** Secret of the browser cookie. */
  browser: string;
  csrf: string;
  /** Key of the installation for form tokens and sealed values. */
  csrfKey: Buffer;
  /** IANA name of the school's time zone. UTC on pages that show no times. */
  timeZone: string;
  /** Menu and look of the school, for pages that show them. */
  shell?: PageShell;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The name of the member as whom staff see the school. */
    viewedName?: string | undefined;
  }
}

export type SignedInPageRequest = PageRequest & { session: Session };

export const isSignedIn = (pageRequest: PageRequest): pageRequest is SignedInPageRequest =>
  pageRequest.session !== undefined;

export type OpenPageRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<PageRequest>;

/** Creates the page context. `csrfKey` belongs to the installation. */
export const pageRequestOpener =
  (csrfKey: Buffer): OpenPageRequest =>
  async (request, reply) => {
    const context = contextOf(request);
    const own =
      (await findBrowserSession(request, reply, context)) ??
      (isPageOfGuests(request) ? await findBrowserGuest(request, reply, context) : undefined) ??
      (isPageOfSetup(request) ? await findBrowserSetup(request, context) : undefined);
    const session = await asViewed(request, reply, context, own);
    const browser = requireBrowser(request, reply, context);
    const caller = session ? sessionCaller(session) : context.caller;
    const csrf = csrfToken(csrfKey, { browser, sessionId: session?.id });
    return { request, reply, context: { ...context, caller }, session, browser, csrf, csrfKey, timeZone: "UTC" };
  };

/** Replaces the session by that of the member as whom staff see the page. A view that is no longer permitted ends. */
async function asViewed(
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
  own: Session | undefined,
): Promise<Session | undefined> {
  const { view } = request;
  if (!view) return own;
  const viewed = own && own.id === view.sessionId ? await findViewed(context, own, view.memberId) : undefined;
  if (!viewed) {
    endView(request, reply);
    return own;
  }
  request.viewedName = viewed.name ?? viewed.email;
  return view.isShown ? viewed : own;
}

/**
 * Returns the form of a POST request, or undefined if its token does not belong to this browser and session or
 * another site sent it. Then the user did not submit it, or signed in or out after opening the page.
 */
export function formOf(
  { request, browser, session, csrfKey }: Pick<PageRequest, "request" | "browser" | "session" | "csrfKey">,
  fields = fieldsOf(request),
): Form | undefined {
  const form = readForm(fields);
  if (isFromElsewhere(request)) return undefined;
  return isCsrfToken(csrfKey, { browser, sessionId: session?.id }, form.get("csrf")) ? form : undefined;
}

/** Checks Fetch Metadata. `same-site` is another subdomain, which may be another school. */
const isFromElsewhere = ({ headers }: FastifyRequest): boolean =>
  headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site";

/** Reads a form from a browser. Errors are not OAuth errors: no client sent it. */
export function readForm(fields: FormFields): Form {
  try {
    return new Form(fields);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new Problem("validation_failed", error.message);
  }
}

/** Builds the context of a view. */
export function pageOf(pageRequest: PageRequest, uiLocales?: string | null): PageContext {
  const { request, context, session, csrf, timeZone, shell } = pageRequest;
  const ownZone = ownZoneOf(session);
  return {
    locale: localeOf(pageRequest, uiLocales),
    timeZone,
    ...(shell && { shell, path: pathOf(request.url) }),
    site: { name: context.site.name, origin: context.site.origin },
    member: session ? personOf(session) : null,
    csrf,
    theme: chosenTheme(request, context.site, session),
    here: addressToReturnTo(request, csrf !== ""),
    ...(ownZone !== undefined && { ownZone }),
    ...viewingOf(request),
  };
}

const viewingOf = ({ view, viewedName }: FastifyRequest): Pick<PageContext, "viewing"> =>
  view && viewedName !== undefined ? { viewing: { name: viewedName, until: view.until } } : {};

/** Builds the context of a view for a signed-in member. */
export const memberPageOf = (
  pageRequest: PageRequest,
  session: Session,
  uiLocales?: string | null,
): PageContext & { member: Person } => ({ ...pageOf(pageRequest, uiLocales), member: personOf(session) });

const personOf = ({ name, email, unread, roles, isGuest, hasPassword }: Session): Person => ({
  name,
  email,
  unread,
  isStaff: roles.some((role) => role !== "student"),
  ...(isGuest && { isGuest }),
  ...(hasPassword === false && { isWithoutPassword: true }),
});

/** Builds the context of a view for a visitor whose session is not known. Its forms cannot be submitted. */
export function anonymousPage(request: FastifyRequest): PageContext {
  const context = contextOf(request);
  return {
    locale: localeOf({ request, context, session: undefined }),
    timeZone: "UTC",
    site: { name: context.site.name, origin: context.site.origin },
    member: null,
    csrf: "",
  };
}

function localeOf(
  { request, context, session }: Pick<PageRequest, "request" | "context" | "session">,
  uiLocales?: string | null,
): Locale {
  const chosen = chosenLocale(request, context.site);
  // A guest has the language of the purchase, and chooses in the browser like every visitor.
  const isChosenHere = session?.isGuest === true && chosen !== undefined;
  return chooseLocale({
    uiLocales: uiLocales ?? undefined,
    memberLocale: isChosenHere ? undefined : session?.locale,
    chosen,
    acceptLanguage: request.headers["accept-language"],
    siteDefault: context.site.defaultLocale,
  });
}

/** The language of pages for a visitor without a session. */
export const visitorLocale = (request: FastifyRequest, site: Site): Locale =>
  chooseLocale({
    chosen: chosenLocale(request, site),
    acceptLanguage: request.headers["accept-language"],
    siteDefault: site.defaultLocale,
  });

/** Language and theme, on which a page for visitors depends besides its address. */
export const visitorLook = (request: FastifyRequest, site: Site): string =>
  `${visitorLocale(request, site)} ${chosenTheme(request, site, undefined) ?? "device"}`;
