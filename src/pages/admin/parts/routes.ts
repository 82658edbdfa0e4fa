import type { FastifyInstance } from "fastify";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { byOwnersInPerson } from "#domain/platform/operation.ts";
import {
  addressOfForm,
  type Answer,
  type FormRoute,
  pageRoutes,
  type PageRoutes,
  postFields,
  routeOf,
  type RouteRequest,
} from "../../responses/page-routes.ts";
import { type EditedForm, editedForm } from "./edited-form.ts";
import { type AdminPageRequest, adminPageRequestOf } from "./page-request.ts";

interface ChangesRoute<Path extends string> extends Omit<FormRoute<Path, AdminPageRequest>, "stale"> {
  /** True for a form that is about a version of something else: its own version stays as submitted. */
  keepsVersion?: boolean;
}

/** Adds POST of a form that changes stored values: see `editedForm`. */
const withChanges = (routes: PageRoutes<AdminPageRequest>) => ({
  ...routes,

  postChanges: <Path extends string>(
    app: FastifyInstance,
    to: Path | ChangesRoute<Path>,
    save: (pageRequest: AdminPageRequest, edited: EditedForm, request: RouteRequest<Path>) => Answer,
  ): void => {
    const route: ChangesRoute<Path> = routeOf(to);
    const { keepsVersion = false } = route;
    postFields(app, route, routes.open, async (pageRequest, fields, request) => {
      const edited = await editedForm(pageRequest, addressOfForm(route, request), { fields, keepsVersion });
      return edited ? save(pageRequest, edited, request) : pageRequest.reply;
    });
  },
});

/** Routes of the admin area, behind its guard. */
export const adminRoutes = withChanges(
  pageRoutes<AdminPageRequest>(async (request, _reply, show) => show(adminPageRequestOf(request))),
);

export const { getPage, postForm, postChanges } = adminRoutes;

/** Routes for owners in person, whatever a form says. */
export const ownerRoutes = withChanges(
  adminRoutes.extend<AdminPageRequest>(async (pageRequest, show) => {
    authorize(pageRequest.context.caller, byOwnersInPerson);
    return show(pageRequest);
  }),
);
