import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fieldsOfLongForm } from "../../forms/submitted-fields.ts";
import { isFromThisSite } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import type { FoundPage } from "../derived/addresses.ts";
import { showForm, showSubmitted, submitForm } from "../derived/form.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import type { AdminPageRequest } from "./page-request.ts";

export interface AddressOfLecture {
  Params: { id: string };
  Querystring: Readonly<Record<string, unknown>>;
}

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

interface FormWithRows {
  open: (request: FastifyRequest<AddressOfLecture>) => Promise<{
    pageRequest: AdminPageRequest;
    page: FoundPage;
    own: (state: () => RowsState) => HandMadeForm;
  }>;
  /** Returns the change that a button makes, by its value. */
  changeOf: (act: string | undefined) => ((values: FormValues) => ChangedRows) | undefined;
  /** Returns the work after saving that a button asks for, by its value. It returns the next address. */
  afterAct?: (
    act: string | undefined,
    form: { pageRequest: AdminPageRequest; page: FoundPage },
  ) => HandMadeForm["after"] | undefined;
}

/** GET and POST of a form by hand, whose buttons add, move and remove rows without scripts. */
export function formWithRows(app: FastifyInstance, path: string, { open, changeOf, afterAct }: FormWithRows): void {
  app.get<AddressOfLecture>(path, async (request) => {
    const { pageRequest, page, own } = await open(request);
    return showForm(
      pageRequest,
      page,
      {},
      own(() => ({ isFresh: true, done: request.query["done"] })),
    );
  });

  app.post<AddressOfLecture>(path, async (request, reply): Promise<FastifyReply> => {
    const fields = fieldsOfLongForm(request);
    const { pageRequest, page, own } = await open(request);
    if (!formOf(pageRequest, fields)) {
      // A form of another session is shown again. Another site must not fill it.
      if (!isFromThisSite(request, pageRequest.context)) return reply.redirect(request.url, 303);
      const expired = own(() => ({ isChanged: true, isExpired: true }));
      return showSubmitted(pageRequest, page, fields, { ...expired, change: (values) => values, status: 403 });
    }
    const act = fields.find(([name]) => name === "act")?.[1];
    const change = changeOf(act);
    if (!change) {
      const withoutAct = fields.filter(([name]) => name !== "act");
      const after = afterAct?.(act, { pageRequest, page });
      const form = own(() => ({}));
      return submitForm(pageRequest, page, withoutAct, {}, after ? { ...form, after } : form);
    }
    let focusAt = 0;
    const changed = (values: FormValues): FormValues => {
      const done = change(values);
      focusAt = done.at;
      return done.values;
    };
    const form = own(() => ({ isChanged: true, focusAt }));
    return showSubmitted(pageRequest, page, fields, { ...form, change: changed, status: 200 });
  });
}
