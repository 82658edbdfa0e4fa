import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Application, scopesOfAudience } from "#oauth/applications/application.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { applicationForm, type ApplicationForm } from "../../views/admin/applications/application-form.ts";
import { editedForm } from "../parts/edited-form.ts";
import { applicationsPath } from "../sections.ts";
import { readUpload } from "../../forms/upload.ts";
import { type AdminPageRequest, adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { applicationUrl } from "./show.ts";
import { inputOf, problemsIn, typedIn } from "./typed-application.ts";

const path = `${applicationsPath}/:id/edit` as const;

/** GET and POST /admin/developers/applications/{id}/edit */
export function editPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const { readApplication } = await adminOperations.applications();
    const application = await perform(readApplication, pageRequest.context, { id: request.params.id });
    const { redirectUris, postLogoutRedirectUris } = application;
    const typed = {
      ...application,
      redirectUris: redirectUris.join("\n"),
      postLogoutRedirectUris: postLogoutRedirectUris.join("\n"),
    };
    return show(pageRequest, application, { typed, problems: [] });
  });

  app.post<{ Params: { id: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { context } = pageRequest;
    const { id } = request.params;
    const { fields, files } = await readUpload(request);
    const edited = await editedForm(pageRequest, `${applicationUrl(id)}/edit`, { fields });
    if (!edited) return reply;
    const { form } = edited;
    const { readApplication, updateApplication } = await adminOperations.applications();
    const before = await perform(readApplication, context, { id });
    const typed = typedIn(form, before.audience);
    const logo = files[0]?.bytes ?? (form.get("remove_logo") === "on" ? null : undefined);
    try {
      const seen = { ...context, ifMatch: [Number(form.get("version"))] };
      await perform(updateApplication, seen, { ...inputOf(typed), id, logo });
      return await reply.redirect(applicationUrl(id, "saved"), 303);
    } catch (error) {
      const conflict = error instanceof Problem && error.code === "etag_mismatch";
      return show(pageRequest, before, { typed, conflict, problems: conflict ? [] : problemsIn(error, typed) });
    }
  });
}

function show(
  pageRequest: AdminPageRequest,
  { id, name, audience, confidential, version, logo }: Application,
  view: Pick<ApplicationForm, "typed" | "problems" | "conflict">,
): FastifyReply {
  const address = applicationUrl(formatClientId(id));
  const page = applicationForm(adminPageOf(pageRequest, "applications"), {
    ...view,
    action: `${address}/edit`,
    back: address,
    audience,
    offered: scopesOfAudience(audience),
    of: { kind: "existing", name, version, confidential, hasLogo: logo !== null },
  });
  const status = view.conflict ? 409 : view.problems.length > 0 ? 400 : 200;
  return sendPage(pageRequest.reply, page, { status });
}
