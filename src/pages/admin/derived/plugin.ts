import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { maxFileInRequest } from "#domain/files/files/create-file.ts";
import { Problem } from "#domain/platform/problem.ts";
import { pathOf } from "#http/path-of.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { filesOf } from "../../forms/upload.ts";
import { type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { adminRoutes } from "../parts/routes.ts";
import type { AdminOptions } from "../parts/options.ts";
import { newCourseForm } from "../courses/new-course.ts";
import { priceForms } from "../prices/price-form.ts";
import { choicesPrefix, derivedPaths, severalPath, findPage, type FoundPage, uploadPath } from "./addresses.ts";
import { submitBulk } from "./bulk.ts";
import { sendChoices, sendSeveralChoices } from "./choices-of-list.ts";
import { sendCsv } from "./csv.ts";
import { showDetail } from "./detail-page.ts";
import { showForm, submitForm } from "./form.ts";
import { showList } from "./list.ts";
import { mayOpenPage } from "./resources.ts";

interface DerivedPageRequest extends AdminPageRequest {
  page: FoundPage;
}

/** Opens the page at the address before its form is read. */
const { postForm } = adminRoutes.extend<DerivedPageRequest>(async ({ request }, showPage) => {
  const { pageRequest, page } = openDerived(request);
  if (page.kind === "detail") throw notFound();
  return showPage({ ...pageRequest, page });
});

/**
 * GET and POST /admin/*: the pages that the table of operations defines, at the addresses of the operator API. A page
 * with a route of its own wins.
 */
export function derivedPages(app: FastifyInstance, options: AdminOptions): void {
  for (const path of derivedPaths) {
    app.get<{ Querystring: Record<string, unknown> }>(path, async (request) => show(request, request.query));
    const upload = path === uploadPath && { upload: { maxBytes: maxFileInRequest } };
    postForm(app, { path, ...upload }, async (pageRequest, _form, request) => submit(pageRequest, options, request));
  }
}

async function show(request: FastifyRequest, query: Readonly<Record<string, unknown>>): Promise<FastifyReply> {
  if (pathOf(request.url) === `/admin${choicesPrefix}${severalPath}`) {
    return sendSeveralChoices(adminPageRequestOf(request), query);
  }
  const { pageRequest, page, isForChoices } = openDerived(request);
  if (isForChoices) return sendChoices(pageRequest, page, query);
  if (page.kind === "list") {
    return query["format"] === "csv" ? sendCsv(pageRequest, page, query) : showList(pageRequest, page, query);
  }
  return page.kind === "detail"
    ? showDetail(pageRequest, page, query)
    : showForm(pageRequest, page, query, handMade(pageRequest, page, []));
}

async function submit(
  pageRequest: DerivedPageRequest,
  { sites }: AdminOptions,
  request: FastifyRequest,
): Promise<FastifyReply> {
  const { page } = pageRequest;
  const fields = fieldsOf(request);
  if (page.kind === "list") return submitBulk(pageRequest, page, fields);
  const file = filesOf(request).byField.get("file");
  const reply = await submitForm(pageRequest, page, fields, file && { file }, handMade(pageRequest, page, fields));
  if (isAboutTheSite(page)) await sites.forget(pageRequest.context.site);
  return reply;
}

const handMade = (pageRequest: AdminPageRequest, { kind, route }: FoundPage, form: FormFields) =>
  kind === "create" && route.path === "/courses"
    ? newCourseForm(pageRequest, form)
    : priceForms[`${kind} ${route.path}`];

/** The name and the settings of the school are cached with its site. */
const isAboutTheSite = ({ route }: FoundPage): boolean => route.path.startsWith("/school");

/** Returns the page at the address of a request. Throws if there is none, or the caller may not use its operation. */
function openDerived(request: FastifyRequest) {
  const path = pathOf(request.url).slice("/admin".length);
  const isForChoices = path.startsWith(`${choicesPrefix}/`) && request.method !== "POST";
  const page = findPage(isForChoices ? path.slice(choicesPrefix.length) : path);
  if (!page || (isForChoices && page.kind !== "list")) throw notFound();
  const pageRequest = adminPageRequestOf(request);
  if (!mayOpenPage(pageRequest.context.caller, page)) {
    throw new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
  }
  return { pageRequest, page, isForChoices };
}

const notFound = () => new Problem("not_found", "There is no page at this address. Choose one from the navigation.");
