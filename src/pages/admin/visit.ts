import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Session } from "#domain/people/sessions/session.ts";
import { Problem } from "#domain/platform/problem.ts";
import { askToSignIn, isKeepable } from "../ask-to-sign-in.ts";
import { signInFor } from "../return-to.ts";
import { pageOf, type StartVisit, type Visit } from "../visit.ts";
import type { AdminPage } from "../views/admin/layout.ts";
import { type AdminSectionName, runsTheSite, sectionsOf } from "./sections.ts";

/** Page context of a signed-in owner or manager. */
export interface AdminVisit extends Visit {
  session: Session;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by `guardAdminArea`. Read with `adminVisitOf`. */
    adminVisit: AdminVisit | null;
  }
}

/**
 * Rejects requests from other members before the body is read. Operations check the role again; this guard covers the
 * pages. Reads a form whose session has ended, so that sign-in can keep it.
 */
export function guardAdminArea(app: FastifyInstance, visit: StartVisit, csrfKey: Buffer): void {
  app.decorateRequest("adminVisit", null);
  app.addHook("onRequest", async (request, reply) => {
    const visitor = await visit(request, reply);
    const { session } = visitor;
    if (!session) return isKeepable(visitor) ? undefined : reply.redirect(signInFor(request), 303);
    if (!runsTheSite(session.roles)) {
      throw new Problem("role_required", "The admin area is open to owners and managers of the site.");
    }
    request.adminVisit = { ...visitor, session };
    return undefined;
  });
  app.addHook("preHandler", async (request, reply) =>
    request.adminVisit ? undefined : askToSignIn(await visit(request, reply), csrfKey),
  );
}

/** Returns the page context that the guard has set. */
export function adminVisitOf({ adminVisit }: FastifyRequest): AdminVisit {
  if (!adminVisit) throw new Error("A page of the admin area was reached past its guard.");
  return adminVisit;
}

/** Builds the context of an admin view. */
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
