import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { Problem } from "#domain/platform/problem.ts";
import { askToSignIn, isKeepable } from "../ask-to-sign-in.ts";
import { signInFor } from "../return-to.ts";
import { pageOf, type OpenPageRequest, type PageRequest } from "../page-request.ts";
import type { AdminPage } from "../views/admin/layout.ts";
import { type AdminSectionName, mayOpen, sectionOf, sectionsOf } from "./sections.ts";

/** Page context of a signed-in owner or manager or, in sections about courses, of a teacher. */
export interface AdminPageRequest extends PageRequest {
  session: Session;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `guardAdminArea`. Read with `adminVisitOf`. */
    adminPageRequest: AdminPageRequest | null;
  }
}

/**
 * Rejects requests from other members before the body is read. Operations check the role again; this guard covers the
 * pages. Reads a form whose session has ended, so that sign-in can keep it.
 */
export function guardAdminArea(app: FastifyInstance, openPageRequest: OpenPageRequest, csrfKey: Buffer): void {
  app.decorateRequest("adminPageRequest", null);
  app.addHook("onRequest", async (request, reply) => {
    const pageRequest = await openPageRequest(request, reply);
    const { session } = pageRequest;
    if (!session) return isKeepable(pageRequest) ? undefined : reply.redirect(signInFor(request), 303);
    if (!mayOpen(session.roles, sectionOf(request.routeOptions.url ?? ""))) {
      throw new Problem("role_required", "The admin area is open to owners and managers of the site.");
    }
    const timeZone = await findTimeZone(pageRequest.context);
    request.adminPageRequest = { ...pageRequest, session, timeZone };
    return undefined;
  });
  app.addHook("preHandler", async (request, reply) =>
    request.adminPageRequest ? undefined : askToSignIn(await openPageRequest(request, reply), csrfKey),
  );
}

/** Returns the page context that the guard has set. */
export function adminPageRequestOf({ adminPageRequest }: FastifyRequest): AdminPageRequest {
  if (!adminPageRequest) throw new Error("A page of the admin area was reached past its guard.");
  return adminPageRequest;
}

/** Builds the context of an admin view. */
export const adminPageOf = (pageRequest: AdminPageRequest, section: AdminSectionName): AdminPage => {
  const { context, session, csrf } = pageRequest;
  return {
    ...pageOf(pageRequest),
    member: { name: session.name, email: session.email },
    csrf,
    section,
    sections: sectionsOf(context.site.settings, session.roles),
  };
};
