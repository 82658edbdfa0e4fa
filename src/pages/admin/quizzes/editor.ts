import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { fieldsOfLongForm } from "../../forms/submitted-fields.ts";
import { isFromThisSite } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { quizEditor, type QuizEditor } from "../../views/admin/quizzes/quiz-editor.ts";
import { findPage, type FoundPage } from "../derived/addresses.ts";
import type { Notice } from "../derived/after-write.ts";
import { showForm, showSubmitted, submitForm } from "../derived/form.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { readIfPossible } from "../derived/load-operation.ts";
import { mayOpenPage, pageAt } from "../derived/resources.ts";
import { adminPageRequestOf, type AdminPageRequest } from "../parts/page-request.ts";
import type { AdminOptions } from "../parts/options.ts";
import { importPath, quizPath, quizPaths, tryPath } from "./addresses.ts";
import { changeQuestions, questionActIn } from "./change-questions.ts";
import { quizLectureOf } from "./lecture.ts";
import { storedValues } from "./stored-values.ts";

interface Address {
  Params: { id: string };
  Querystring: Record<string, unknown>;
}

/** GET and POST /admin/lectures/{id}/quiz/edit: all questions of a quiz in one form. */
export function quizEditorPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  app.get<Address>(quizPaths.edit, async (request) => {
    const { pageRequest, page, own } = await open(request);
    return showForm(pageRequest, page, {}, own({ notice: noticeIn(request.query) }));
  });

  app.post<Address>(quizPaths.edit, async (request, reply) => {
    const fields = fieldsOfLongForm(request);
    const { pageRequest, page, own } = await open(request);
    if (!formOf(pageRequest, csrfKey, fields)) return showAgain(pageRequest, page, own);
    const change = questionActIn(fields.find(([name]) => name === "act")?.[1]);
    if (!change) {
      const saved = own({});
      const isPublished = fields.some(([name, value]) => name === "act" && value === "publish");
      const after = (notice: Notice) => publish(pageRequest.context, request.params.id, notice);
      return submitForm(pageRequest, page, withoutAct(fields), {}, isPublished ? { ...saved, after } : saved);
    }
    let at = 0;
    const changed = (values: FormValues): FormValues => {
      const done = changeQuestions(values, change);
      ({ at } = done);
      return done.values;
    };
    const form = own({ isChanged: true }, () => at);
    return showSubmitted(pageRequest, page, fields, { ...form, change: changed, status: 200 });

    /** A form of another session is shown again. Another site must not fill it. */
    function showAgain(of: AdminPageRequest, found: FoundPage, make: typeof own): Promise<FastifyReply> | FastifyReply {
      if (!isFromThisSite(request, of.context)) return reply.redirect(request.url, 303);
      return showSubmitted(of, found, fields, {
        ...make({ isChanged: true, isExpired: true }),
        change: (values) => values,
        status: 403,
      });
    }
  });
}

const withoutAct = <Field extends readonly [string, string]>(fields: readonly Field[]): Field[] =>
  fields.filter(([name]) => name !== "act");

/** Publishes the lecture of a saved quiz. If that is refused, the page says that the lecture is a draft. */
async function publish(context: RequestContext, id: string, notice: Notice): Promise<string> {
  const address = `${quizPath(id)}/edit?done=`;
  try {
    await perform(updateLecture, context, { id, status: "published" });
    return `${address}published`;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return address + notice;
  }
}

const notices = ["published", "saved", "merged", "unchanged", "imported"] as const;

const noticeIn = ({ done }: Readonly<Record<string, unknown>>) => notices.find((name) => name === done);

async function open(request: FastifyRequest<Address>) {
  const pageRequest = adminPageRequestOf(request);
  const { id } = request.params;
  const page = findPage(`${quizPath(id).slice("/admin".length)}/edit`);
  if (!page) throw new Error("The form of a quiz has no address.");
  if (!mayOpenPage(pageRequest.context.caller, page)) throw missingRight();
  const lecture = await quizLectureOf(pageRequest.context, id);
  const detail = pageAt(page.route.path);
  const isSaved = detail !== undefined && (await readIfPossible(pageRequest.context, detail, {}, page.params));
  const own = (given: Partial<QuizEditor>, focusAt: () => number | undefined = () => undefined): HandMadeForm => ({
    view: (adminPage, form) =>
      quizEditor(adminPage, form, {
        lecture,
        notice: undefined,
        isChanged: false,
        tryPath: isSaved ? tryPath(id) : undefined,
        importPath: importPath(id),
        ...given,
        focusAt: focusAt(),
      }),
    stored: storedValues,
    after: (notice) => `${quizPath(id)}/edit?done=${notice}`,
  });
  return { pageRequest, page, own };
}

const missingRight = () =>
  new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
