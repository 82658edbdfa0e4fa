import type { FastifyInstance } from "fastify";
import { quizEditor } from "../../views/admin/quizzes/quiz-editor.ts";
import type { FormValues } from "../derived/form-values.ts";
import { formRoutes } from "../derived/form-routes.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { readIfPossible } from "../derived/load-operation.ts";
import { pageAt } from "../derived/resources.ts";
import { formWithRows, type RowsPageRequest, type RowsState } from "../parts/form-with-rows.ts";
import { publishAfter } from "../parts/publish-after.ts";
import { importPath, quizPath, quizPaths, tryPath } from "./addresses.ts";
import { changeQuestions, questionActIn } from "./change-questions.ts";
import { quizLectureOf } from "./lecture.ts";
import { storedValues } from "./stored-values.ts";

/** GET and POST /admin/lectures/{id}/quiz/edit: all questions of a quiz in one form. */
export function quizEditorPages(app: FastifyInstance): void {
  formWithRows(app, quizPaths.edit, {
    routes,
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

const routes = formRoutes().extend<RowsPageRequest>(async (pageRequest, show) => {
  const { page } = pageRequest;
  const { id = "" } = page.params;
  const lecture = await quizLectureOf(pageRequest.context, id);
  const detail = pageAt(page.route.path);
  const isSaved = detail !== undefined && (await readIfPossible(pageRequest.context, detail, {}, page.params));
  const formIn = (state: () => RowsState): HandMadeForm => ({
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
  return show({ ...pageRequest, formIn });
});
