import type { FastifyInstance, FastifyReply } from "fastify";
import { identityScopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { audiences, scopesOfAudience } from "#oauth/applications/application.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import type { Audience } from "#oauth/clients/audience.ts";
import type { Form } from "#oauth/form.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { sendPage } from "../../responses/send.ts";
import { applicationChoice } from "../../views/admin/applications/application-choice.ts";
import { applicationForm, type ApplicationForm } from "../../views/admin/applications/application-form.ts";
import { madeSecret } from "../../views/admin/applications/application-secret.ts";
import { applicationsPath } from "../sections.ts";
import { maxLogoBytes } from "#oauth/client-logos/logo.ts";
import type { RouteRequest } from "../../responses/page-routes.ts";
import { filesOf } from "../../forms/upload.ts";
import { type AdminPageRequest, adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { applicationUrl } from "./show.ts";
import { inputOf, problemsIn, typedIn } from "./typed-application.ts";

const path = `${applicationsPath}/new`;

/** GET and POST /admin/developers/applications/new?audience=… */
export function createPages(app: FastifyInstance): void {
  getPage(app, path, async (pageRequest, request) => {
    const audience = audienceOf(request.query.audience);
    if (!audience) return applicationChoice(adminPageOf(pageRequest, "applications"));
    const typed = {
      name: "",
      description: "",
      redirectUris: "",
      postLogoutRedirectUris: "",
      introspectsAllTokens: false,
      scopes: identityScopes,
      confidential: undefined,
    };
    return show(pageRequest, { audience, id: formatClientId(newId()), typed, problems: [] });
  });

  postForm(app, { path, formAt, upload: { maxBytes: maxLogoBytes } }, async (pageRequest, form, request) => {
    const audience = audienceOf(request.query.audience);
    if (!audience) return pageRequest.reply.redirect(path, 303);
    return create(pageRequest, audience, form, filesOf(request).files[0]?.bytes);
  });
}

function formAt(_params: unknown, { query }: RouteRequest<typeof path>): string {
  const audience = audienceOf(query.audience);
  return audience ? `${path}?audience=${audience}` : path;
}

async function create(pageRequest: AdminPageRequest, audience: Audience, form: Form, logo: Buffer | undefined) {
  const { reply, context } = pageRequest;
  const typed = typedIn(form, audience);
  const id = form.get("id") ?? "";
  const { createApplication } = await adminOperations.applications();
  try {
    const input = { ...inputOf(typed), id, audience, confidential: typed.confidential, logo };
    const { application, secret } = await perform(createApplication, context, input);
    if (secret === null) return await reply.redirect(applicationUrl(id, "created"), 303);
    const { name } = application;
    return sendPage(reply, madeSecret(adminPageOf(pageRequest, "applications"), { id, name, secret, until: null }));
  } catch (error) {
    // A resubmitted form: the application exists already, and its secret was displayed then.
    const isRepeated = error instanceof Problem && error.code === "already_exists";
    if (isRepeated) return reply.redirect(applicationUrl(id, "repeated"), 303);
    return show(pageRequest, { audience, id, typed, problems: problemsIn(error, typed) });
  }
}

function show(
  pageRequest: AdminPageRequest,
  { id, ...view }: Pick<ApplicationForm, "audience" | "typed" | "problems"> & { id: string },
): FastifyReply {
  const page = applicationForm(adminPageOf(pageRequest, "applications"), {
    ...view,
    action: `${path}?audience=${view.audience}`,
    back: applicationsPath,
    offered: scopesOfAudience(view.audience),
    of: { kind: "new", id },
  });
  return sendPage(pageRequest.reply, page, { status: view.problems.length > 0 ? 400 : 200 });
}

const audienceOf = (text: string | undefined): Audience | undefined => audiences.find((audience) => audience === text);
