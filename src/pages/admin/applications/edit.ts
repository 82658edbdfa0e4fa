import type { FastifyInstance, FastifyReply } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Application, scopesOfAudience } from "#oauth/applications/application.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { applicationForm, type ApplicationForm } from "../../views/admin/applications/application-form.ts";
import { applicationsPath } from "../sections.ts";
import { maxLogoBytes } from "#oauth/client-logos/logo.ts";
import { filesOf } from "../../forms/upload.ts";
import { type AdminPageRequest, adminPageOf } from "../parts/page-request.ts";
import { getPage, postChanges } from "../parts/routes.ts";
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

  postChanges(app, { path, upload: { maxBytes: maxLogoBytes } }, async (pageRequest, { form }, request) => {
    const { context, reply } = pageRequest;
    const { id } = request.params;
    const { files } = filesOf(request);
    const { readApplication, updateApplication } = await adminOperations.applications();
    const before = await perform(readApplication, context, { id });
    const typed = typedIn(form, before.audience);
    const logo = files[0]?.bytes ?? (form.get("remove_logo") === "on" ? null : undefined);
    try {
      const contextAtVersion = { ...context, ifMatch: [Number(form.get("version"))] };
      await perform(updateApplication, contextAtVersion, { ...inputOf(typed), id, logo });
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
