import type { FastifyInstance, FastifyRequest } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { quizEditor } from "../../views/admin/quizzes/quiz-editor.ts";
import { findPage } from "../derived/addresses.ts";
import type { FormValues } from "../derived/form-values.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { readIfPossible } from "../derived/load-operation.ts";
import { mayOpenPage, pageAt } from "../derived/resources.ts";
import { type AddressOfLecture, formWithRows, type RowsState } from "../parts/form-with-rows.ts";
import { publishAfter } from "../parts/publish-after.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { importPath, quizPath, quizPaths, tryPath } from "./addresses.ts";
import { changeQuestions, questionActIn } from "./change-questions.ts";
import { quizLectureOf } from "./lecture.ts";
import { storedValues } from "./stored-values.ts";

/** GET and POST /admin/lectures/{id}/quiz/edit: all questions of a quiz in one form. */
export function quizEditorPages(app: FastifyInstance): void {
  formWithRows(app, quizPaths.edit, {
    open,
    changeOf(act) {
      const change = questionActIn(act);
      return change && ((values: FormValues) => changeQuestions(values, change));
    },
    afterAct: (act, { pageRequest, page }) =>
      act === "publish"
        ? (notice) =>
            publishAfter(
              pageRequest.context,
              page.params["id"] ?? "",
              `${quizPath(page.params["id"] ?? "")}/edit`,
              notice,
            )
        : undefined,
  });
}

const notices = ["published", "saved", "merged", "unchanged", "imported"] as const;

async function open(request: FastifyRequest<AddressOfLecture>) {
  const pageRequest = adminPageRequestOf(request);
  const { id } = request.params;
  const page = findPage(`${quizPath(id).slice("/admin".length)}/edit`);
  if (!page) throw new Error("The form of a quiz has no address.");
  if (!mayOpenPage(pageRequest.context.caller, page)) throw missingRight();
  const lecture = await quizLectureOf(pageRequest.context, id);
  const detail = pageAt(page.route.path);
  const isSaved = detail !== undefined && (await readIfPossible(pageRequest.context, detail, {}, page.params));
  const own = (state: () => RowsState): HandMadeForm => ({
    view: (adminPage, form) => {
      const { done, focusAt, isChanged = false, isExpired } = state();
      return quizEditor(adminPage, form, {
        lecture,
        notice: notices.find((name) => name === done),
        isChanged,
        isExpired: isExpired === true,
        focusAt,
        tryPath: isSaved ? tryPath(id) : undefined,
        importPath: importPath(id),
      });
    },
    stored: storedValues,
    after: (notice) => `${quizPath(id)}/edit?done=${notice}`,
  });
  return { pageRequest, page, own };
}

const missingRight = () =>
  new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
