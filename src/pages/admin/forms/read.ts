import type { FastifyInstance } from "fastify";
import { formStatuses } from "#domain/content/forms/form.ts";
import { getForm, listForms } from "#domain/content/forms/list-forms.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { textFor } from "../../text/catalogue.ts";
import { form, type FormNotice, formPreview } from "../../views/admin/forms/form.ts";
import { forms, formsPath } from "../../views/admin/forms/forms.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";

/** GET /admin/forms, one form and its preview. */
export function readPages(app: FastifyInstance): void {
  getPage(app, formsPath, async (pageRequest, request) => {
    const { cursor, done } = request.query;
    const query = searchTextOf(request.query.q);
    const status = formStatuses.find((each) => each === request.query.status);
    const requested = {
      limit: 25,
      ...(status && { status: [status] }),
      ...(query && { q: query }),
      ...cursorIn(cursor),
    };
    const { data, page } = await perform(listForms, pageRequest.context, requested);
    const view = {
      forms: data.map(withId),
      status,
      query,
      pages: pagesOf(formsPath, { status, q: query }, page.nextCursor, cursor),
      deleted: done === "deleted",
    };
    return forms(adminPageOf(pageRequest, "forms"), view);
  });

  getPage(app, `${formsPath}/:id`, async (pageRequest, request) => {
    const found = withId(await perform(getForm, pageRequest.context, request.params));
    const { done } = request.query;
    const view = { form: found, notice: isNotice(done) ? done : undefined };
    return form(adminPageOf(pageRequest, "forms"), view);
  });

  getPage(app, `${formsPath}/:id/preview`, async (pageRequest, request) => {
    const form = withId(await perform(getForm, pageRequest.context, request.params));
    return formPreview(adminPageOf(pageRequest, "forms"), form);
  });
}

export const withId = <Row extends { id: string }>(row: Row): Row => ({ ...row, id: formatId("form", row.id) });

/** Parses the search text. Ignores a repeated parameter. */
export const searchTextOf = (q: unknown): string => (typeof q === "string" ? q.trim().slice(0, 200) : "");

const isNotice = (done: unknown): done is FormNotice =>
  typeof done === "string" && Object.hasOwn(textFor("en").admin.forms.notice, done);
