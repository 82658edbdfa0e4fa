import type { FastifyInstance } from "fastify";
import { getForm, getFormSubmission, listFormSubmissions } from "#domain/content/forms/list-forms.ts";
import { formatId } from "#domain/platform/ids.ts";
import { listMembersInBrief } from "#domain/people/members/members-by-id.ts";
import { perform } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { sendPieces } from "#http/send-pieces.ts";
import { only } from "#lib/collections/only.ts";
import {
  formSubmission,
  formSubmissions,
  type SubmissionView,
  answerText,
} from "../../views/admin/forms/form-submissions.ts";
import { formsPath } from "../../views/admin/forms/forms.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { limitDownloads } from "../parts/limit-downloads.ts";
import { getPage } from "../parts/routes.ts";
import { addressOf } from "./change.ts";
import { withId, searchTextOf } from "./read.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Answers, FormRow } from "#domain/content/forms/form.ts";
import { byteOrderMark, csvRecord } from "#lib/csv/csv-record.ts";
import { guard } from "#lib/csv/formula-guard.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";

/** GET /admin/forms/{id}/submissions as a list and as CSV, and one submission. */
export function submissionPages(app: FastifyInstance): void {
  getPage(app, `${formsPath}/:id/submissions`, async (pageRequest, request) => {
    const { id } = request.params;
    const { cursor } = request.query;
    const query = searchTextOf(request.query.q);
    const form = withId(await perform(getForm, pageRequest.context, { id }));
    const requested = { id, limit: 25, ...(query && { q: query }), ...cursorIn(cursor) };
    const { data, page } = await perform(listFormSubmissions, pageRequest.context, requested);
    const view = {
      form,
      query,
      submissions: await viewsOf(pageRequest, data),
      pages: pagesOf(`${addressOf(id)}/submissions`, { q: query }, page.nextCursor, cursor),
    };
    return formSubmissions(adminPageOf(pageRequest, "forms"), view);
  });

  getPage(app, `${formsPath}/:id/submissions.csv`, async (pageRequest, request) => {
    const form = await perform(getForm, pageRequest.context, request.params);
    await limitDownloads(pageRequest.context);
    const { locale } = adminPageOf(pageRequest, "forms");
    pageRequest.reply
      .type("text/csv; charset=utf-8")
      .header("content-disposition", `attachment; filename="${form.slug}.csv"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cache-control", "private, no-store");
    return sendPieces(pageRequest.reply, answersCsv(pageRequest.context, form, locale));
  });

  getPage(
    app,
    `${formsPath}/:id/submissions/:submission`,
    async (pageRequest, { params: { id, submission: named } }) => {
      const form = await perform(getForm, pageRequest.context, { id });
      const found = await perform(getFormSubmission, pageRequest.context, { id: named });
      if (found.formId !== form.id) throw notFound("submission", named);
      const view = { form: withId(form), submission: only(await viewsOf(pageRequest, [found])) };
      return formSubmission(adminPageOf(pageRequest, "forms"), view);
    },
  );
}

type Submission = Omit<SubmissionView, "who"> & { memberId: string | null };

async function viewsOf({ context }: AdminPageRequest, submissions: readonly Submission[]): Promise<SubmissionView[]> {
  const ids = submissions.flatMap(({ memberId }) => memberId ?? []);
  const people = new Map((await listMembersInBrief(context, [...new Set(ids)])).map((person) => [person.id, person]));
  return submissions.map(({ id, memberId, files, ...submission }) => ({
    ...submission,
    files: filesOf(files),
    id: formatId("formSubmission", id),
    who: people.get(memberId ?? "") ?? null,
  }));
}

/**
 * Streams the submissions of a form as CSV, with a column for each current and removed question. Reads page by page.
 */
async function* answersCsv(
  context: RequestContext,
  { id, fields }: Pick<FormRow, "id" | "fields">,
  locale: Locale,
): AsyncGenerator<string> {
  const { columns } = textFor(locale).admin.forms.submissions;
  const head = [columns.id, columns.when, columns.name, columns.email, ...fields.map(({ label }) => label)];
  yield byteOrderMark + csvRecord(head.map(cell));
  const requested = { id: formatId("form", id), limit: 200 };
  for (let cursor: string | null | undefined; cursor !== null;) {
    const { data, page } = await perform(listFormSubmissions, context, { ...requested, ...(cursor && { cursor }) });
    const ids = data.flatMap(({ memberId }) => memberId ?? []);
    const people = new Map((await listMembersInBrief(context, [...new Set(ids)])).map((person) => [person.id, person]));
    yield data
      .map(({ id: own, memberId, createdAt, answers, files }) => {
        const sent = filesOf(files);
        const { name, email } = people.get(memberId ?? "") ?? {};
        const who = [formatId("formSubmission", own), createdAt.toISOString(), name ?? "", email ?? ""];
        return csvRecord([...who.map(cell), ...fields.map(({ handle }) => answerCell(locale, answers[handle], sent))]);
      })
      .join("");
    cursor = page.nextCursor;
  }
}

const answerCell = (locale: Locale, value: Answers[string] | undefined, files: Files): string =>
  typeof value === "number" ? String(value) : cell(answerText(locale, value, files));

type Files = readonly { id: string; filename: string }[];

/** Returns the files with the ids used in submissions. */
const filesOf = <File extends { id: string }>(files: readonly File[]): File[] =>
  files.map((file) => ({ ...file, id: formatId("file", file.id) }));

/** Escapes formulas (CSV injection). Empty cells stay empty. */
const cell = (text: string): string => (text === "" ? "" : guard(text));
