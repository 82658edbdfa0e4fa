import type { FastifyInstance } from "fastify";
import { assignmentEditor } from "../../views/admin/assignments/assignment-editor.ts";
import { findPage } from "../derived/addresses.ts";
import type { FormValues } from "../derived/form-values.ts";
import { formRoutes } from "../derived/form-routes.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { panelOfList } from "../derived/panels.ts";
import { lectureAddress } from "../lectures/addresses.ts";
import { formWithRows, type RowsPageRequest, type RowsState } from "../parts/form-with-rows.ts";
import { publishAfter } from "../parts/publish-after.ts";
import { quizLectureOf } from "../quizzes/lecture.ts";
import { assignmentPath, assignmentPaths } from "./addresses.ts";
import { criteriaChangeOf, storedValues } from "./change-criteria.ts";

/** GET and POST /admin/lectures/{id}/assignment/edit: the instructions, the rubric and the rules of an assignment. */
export function assignmentPages(app: FastifyInstance): void {
  formWithRows(app, assignmentPaths.edit, {
    routes,
    changeOf: criteriaChangeOf,
    afterAct(act, { pageRequest, page }) {
      if (act !== "publish") return undefined;
      const id = page.params["id"] ?? "";
      return (notice) => publishAfter(pageRequest.context, id, assignmentPath(id), notice);
    },
  });
}

/** A new assignment, as the operation would make it. */
const standardValues: FormValues = new Map([
  ["max_score", "100"],
  ["late_policy.kind", "accept"],
  ...["text", "file", "url"].map((kind) => [`submission_kinds.${kind}`, "on"] as const),
]);

const notices = ["published", "saved", "merged", "unchanged"] as const;

const routes = formRoutes().extend<RowsPageRequest>(async (pageRequest, show) => {
  const { page } = pageRequest;
  const { id = "" } = page.params;
  const address = assignmentPath(id);
  const lecture = await quizLectureOf(pageRequest.context, id);
  const files = `/lectures/${id}/attachments`;
  const list = findPage(files);
  const formIn = (state: () => RowsState): HandMadeForm => ({
    async view(adminPage, form) {
      const { done, focusAt, isFresh, isChanged = false, isExpired = false } = state();
      const values =
        isFresh === true && (form.form.values.get("max_score") ?? "") === "" ? standardValues : form.form.values;
      return assignmentEditor(
        adminPage,
        { ...form, form: { ...form.form, values } },
        {
          lecture,
          notice: notices.find((name) => name === done),
          focusAt,
          isChanged,
          isExpired,
          preview: lectureAddress("preview", id),
          files: list ? await panelOfList(pageRequest, list, { address: `/admin${files}`, under: files }) : [],
        },
      );
    },
    stored: storedValues,
    after: (notice) => `${address}?done=${notice}`,
  });
  return show({ ...pageRequest, formIn });
});
