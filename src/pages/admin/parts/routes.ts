import type { FastifyInstance } from "fastify";
import {
  addressOfForm,
  type Answer,
  type FormPath,
  pageRoutes,
  type RouteRequest,
  sent,
} from "../../responses/page-routes.ts";
import { type EditedForm, editedForm } from "./edited-form.ts";
import { type AdminPageRequest, adminPageRequestOf } from "./page-request.ts";

/** Routes of the admin area, behind its guard. */
export const { getPage, postForm } = pageRoutes<AdminPageRequest>(async (request, _reply, show) =>
  show(adminPageRequestOf(request)),
);

/** POST of a form that changes stored values: see `editedForm`. */
export function postChanges<Path extends string>(
  app: FastifyInstance,
  to: FormPath<Path>,
  save: (pageRequest: AdminPageRequest, edited: EditedForm, request: RouteRequest<Path>) => Answer,
): void {
  app.post(typeof to === "string" ? to : to.path, async (request: RouteRequest<Path>, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const edited = await editedForm(pageRequest, addressOfForm(to, request));
    return edited ? sent(reply, await save(pageRequest, edited, request)) : reply;
  });
}
