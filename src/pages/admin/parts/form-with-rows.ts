import type { FastifyInstance, FastifyReply } from "fastify";
import { fieldsOfLongForm } from "../../forms/submitted-fields.ts";
import { isFromThisSite } from "../../forms/stale-form.ts";
import type { FoundPage } from "../derived/addresses.ts";
import { showForm, showSubmitted, submitForm } from "../derived/form.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import type { PageRoutes } from "../../responses/page-routes.ts";
import type { AdminPageRequest } from "./page-request.ts";

/** The state of a form by hand. */
export interface RowsState {
  /** The result of the last request, as the address says. */
  done?: unknown;
  /** True if nothing was typed yet. */
  isFresh?: boolean;
  /** Position of the row that was added, copied or moved. */
  focusAt?: number | undefined;
  /** True if the form shows a change that is not saved. */
  isChanged?: boolean;
  /** True if the form is of an earlier session. */
  isExpired?: boolean;
}

export interface ChangedRows {
  values: FormValues;
  /** The position of the row that the person works on. */
  at: number;
}

/** Page context of a form by hand. */
export interface RowsPageRequest extends AdminPageRequest {
  page: FoundPage;
  formIn: (state: () => RowsState) => HandMadeForm;
}

interface FormWithRows {
  routes: PageRoutes<RowsPageRequest>;
  /** Returns the change that a button makes, by its value. */
  changeOf: (act: string | undefined) => ((values: FormValues) => ChangedRows) | undefined;
  /** Returns the work after saving that a button asks for, by its value. It returns the next address. */
  afterAct?: (
    act: string | undefined,
    form: { pageRequest: AdminPageRequest; page: FoundPage },
  ) => HandMadeForm["after"] | undefined;
}

/** GET and POST of a form by hand, whose buttons add, move and remove rows without scripts. */
export function formWithRows(app: FastifyInstance, path: string, { routes, changeOf, afterAct }: FormWithRows): void {
  routes.getPage(app, path, (pageRequest, { query }) => {
    const fresh = pageRequest.formIn(() => ({ isFresh: true, done: query["done"] }));
    return showForm(pageRequest, pageRequest.page, {}, fresh);
  });

  const route = { path, fields: fieldsOfLongForm, stale: showExpired };
  routes.postForm(app, route, async (pageRequest, _form, request) => {
    const { page, formIn } = pageRequest;
    const fields = fieldsOfLongForm(request);
    const act = fields.find(([name]) => name === "act")?.[1];
    const change = changeOf(act);
    if (!change) {
      const withoutAct = fields.filter(([name]) => name !== "act");
      const after = afterAct?.(act, { pageRequest, page });
      const form = formIn(() => ({}));
      return submitForm(pageRequest, page, withoutAct, {}, after ? { ...form, after } : form);
    }
    let focusAt = 0;
    const changed = (values: FormValues): FormValues => {
      const done = change(values);
      focusAt = done.at;
      return done.values;
    };
    const form = formIn(() => ({ isChanged: true, focusAt }));
    return showSubmitted(pageRequest, page, fields, { ...form, change: changed, status: 200 });
  });
}

/** Shows a form of another session again. Another site must not fill it. */
function showExpired(pageRequest: RowsPageRequest): FastifyReply | Promise<FastifyReply> {
  const { request, reply, context, page, formIn } = pageRequest;
  if (!isFromThisSite(request, context)) return reply.redirect(request.url, 303);
  const expired = formIn(() => ({ isChanged: true, isExpired: true }));
  const fields = fieldsOfLongForm(request);
  return showSubmitted(pageRequest, page, fields, { ...expired, change: (values) => values, status: 403 });
}
