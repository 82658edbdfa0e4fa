import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { cookieName } from "#http/cookies.ts";
import { Problem } from "#domain/platform/problem.ts";
import { admitModules } from "../../responses/send.ts";
import { askToSignIn, isKeepable } from "../../sign-in/ask-to-sign-in.ts";
import { signInFor } from "../../sign-in/return-to.ts";
import { memberPageOf, pageOf, type OpenPageRequest, type PageRequest } from "../../responses/page-request.ts";
import type { AdminPage } from "../../views/admin/admin-page.ts";
import { isCoursePath } from "../courses/addresses.ts";
import { searchPath } from "../palette/search-path.ts";
import { derivedPaths } from "../derived/addresses.ts";
import { createsFor, hasDerivedPages, navigationFor, type NavigationGroup } from "../navigation.ts";
import { adminSections, type AdminSectionName, mayOpen, sectionOf } from "../sections.ts";
import { pathOf } from "#http/path-of.ts";
import type { PageContext } from "../../views/parts/page-context.ts";
import { isLecturePath } from "../lectures/addresses.ts";
import { isScriptPath } from "../scripts/addresses.ts";
import { giveAccessPath } from "../enrollments/addresses.ts";
import { assignmentPaths } from "../assignments/addresses.ts";
import { quizPaths } from "../quizzes/addresses.ts";

/** Page context of a signed-in owner or manager or, in sections about courses, of a teacher. */
export interface AdminPageRequest extends PageRequest {
  session: Session;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `guardAdminArea`. Read with `adminPageRequestOf`. */
    adminPageRequest: AdminPageRequest | null;
  }
}

/** Paths of pages by hand that check the rights of their operations, as derived pages do. */
const byHand: ReadonlySet<string> = new Set([
  ...Object.values({ ...quizPaths, assignment: assignmentPaths.edit }),
  giveAccessPath,
]);

/**
 * Rejects requests from other members before the body is read. Operations check the role again; this guard covers the
 * pages. Reads a form whose session has ended, so that sign-in can keep it.
 */
export function guardAdminArea(app: FastifyInstance, openPageRequest: OpenPageRequest): void {
  app.decorateRequest("adminPageRequest", null);
  app.addHook("onRequest", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { session } = pageRequest;
    if (!session) return isKeepable(pageRequest) ? undefined : reply.redirect(signInFor(request), 303);
    const { url = "" } = request.routeOptions;
    const isDerived =
      derivedPaths.includes(url) ||
      byHand.has(url) ||
      isScriptPath(url) ||
      isLecturePath(url) ||
      isCoursePath(url) ||
      url === "/admin" ||
      url === searchPath;
    if (!mayOpen(session.roles, sectionOf(url)) && !(isDerived && hasDerivedPages(pageRequest.context.caller))) {
      throw new Problem("role_required", "The admin area is open to owners and managers of the site.");
    }
    const timeZone = await findTimeZone(pageRequest.context);
    admitModules(reply);
    request.adminPageRequest = { ...pageRequest, session, timeZone };
    return undefined;
  });
  app.addHook("preHandler", async (request, reply) =>
    request.adminPageRequest ? undefined : askToSignIn(await openPageRequest(request, reply)),
  );
}

/** Returns the page context that the guard has set. */
export function adminPageRequestOf({ adminPageRequest }: FastifyRequest): AdminPageRequest {
  if (!adminPageRequest) throw new Error("A page of the admin area was reached past its guard.");
  return adminPageRequest;
}

/** Builds the context of a view of a section. */
export const adminPageOf = (pageRequest: AdminPageRequest, section: AdminSectionName): AdminPage =>
  pageWith(pageRequest, () => adminSections[section].path);

/** Builds the context of a view of the page at a path below `/admin`. */
export const derivedPageOf = (pageRequest: AdminPageRequest, path: string): AdminPage =>
  pageWith(pageRequest, (navigation) => sectionAt(navigation, `/admin${path}`));

/** Builds the context of an error page: staff keep the navigation. */
export function pageOfErrors(pageRequest: PageRequest): PageContext | AdminPage {
  const { session, context, request } = pageRequest;
  const page = pageOf(pageRequest);
  if (!session) return page;
  const navigation = navigationFor(context.caller, context.site.settings, session.roles, page.locale);
  if (navigation.length === 0) return page;
  return derivedPageOf({ ...pageRequest, session }, pathOf(request.url).slice("/admin".length));
}

type Frame = Omit<AdminPage, "section">;

/** Most requests build several views of one person. */
const keptFrame = Symbol("keptFrame");

declare module "fastify" {
  interface FastifyRequest {
    [keptFrame]?: { context: AdminPageRequest["context"]; frame: Frame };
  }
}

function pageWith(
  pageRequest: AdminPageRequest,
  sectionIn: (navigation: readonly NavigationGroup[]) => string,
): AdminPage {
  const { context, request } = pageRequest;
  const frame = request[keptFrame]?.context === context ? request[keptFrame].frame : frameOf(pageRequest);
  request[keptFrame] = { context, frame };
  return { ...frame, section: sectionIn(frame.navigation) };
}

function frameOf(pageRequest: AdminPageRequest): Frame {
  const { context, session, csrf, request } = pageRequest;
  const page = memberPageOf(pageRequest, session);
  return {
    ...page,
    csrf,
    navigation: navigationFor(context.caller, context.site.settings, session.roles, page.locale),
    creates: createsFor(context.caller, page.locale),
    keeper: fingerprint(`${context.site.id} ${session.memberId}`, 16),
    savedCookie: cookieName(context.site, "saved"),
    isFolded: /(?:^|; )admin_navigation=folded(?:;|$)/.test(request.headers.cookie ?? ""),
  };
}

/** Returns the entry of the navigation that a path belongs to: the one with the longest address. */
const sectionAt = (navigation: readonly NavigationGroup[], path: string): string =>
  navigation
    .flatMap(({ entries }) => entries.map(({ href }) => href))
    .filter((href) => path === href || path.startsWith(`${href}/`))
    .toSorted((one, other) => other.length - one.length)[0] ?? path;
