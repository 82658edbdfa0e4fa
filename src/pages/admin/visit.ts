import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { Problem } from "#domain/platform/problem.ts";
import { signInFor } from "../return-to.ts";
import { pageOf, type StartVisit, type Visit } from "../visit.ts";
import type { AdminPage } from "../views/admin/layout.ts";
import { type AdminSectionName, runsTheSite, sectionsOf } from "./sections.ts";

/** A visit by somebody who is signed in and runs the site. */
export interface AdminVisit extends Visit {
  session: Session;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `guardAdminArea`; read through `adminVisitOf`. */
    adminVisit: AdminVisit | null;
  }
}

/**
 * Lets nobody else to any route of the area, before a body is read. Each operation asks for the role again: this is
 * for the pages.
 */
export function guardAdminArea(app: FastifyInstance, visit: StartVisit): void {
  app.decorateRequest("adminVisit", null);
  app.addHook("onRequest", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { session } = visitor;
    if (!session) return reply.redirect(signInFor(request), 303);
    if (!runsTheSite(session.roles)) {
      throw new Problem("role_required", "The admin area is open to owners and managers of the site.");
    }
    request.adminVisit = { ...visitor, session };
    return undefined;
  });
}

/** The visit that the guard has let through. */
export function adminVisitOf({ adminVisit }: FastifyRequest): AdminVisit {
  if (!adminVisit) throw new Error("A page of the admin area was reached past its guard.");
  return adminVisit;
}

/** What every view of the admin area is told. */
export const adminPageOf = (visit: AdminVisit, section: AdminSectionName): AdminPage => {
  const { context, session, csrf } = visit;
  return {
    ...pageOf(visit),
    member: { name: session.name, email: session.email },
    csrf,
    section,
    sections: sectionsOf(context.site.settings),
  };
};
