import type { FastifyInstance } from "fastify";
import { perform } from "#domain/platform/operation.ts";
import { listFormat } from "#lib/text/formats.ts";
import { fromWire } from "#lib/wire/names.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { markDraftSaved } from "../../islands/saved-drafts.ts";
import { textFor } from "../../text/catalogue.ts";
import { fieldLabel } from "../../text/fields/texts.ts";
import { wayTo } from "../../views/admin/quizzes/quiz-lecture.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { askFirst, isConfirmed } from "../parts/ask-first.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { postForm } from "../parts/routes.ts";
import { quizLectureOf } from "../quizzes/lecture.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

/** POST /admin/lectures/{id}/draft/discard: asks first, because nothing keeps the draft. */
export function lectureDiscard(app: FastifyInstance): void {
  postForm(app, { path: lecturePaths.discard, formAt }, async (pageRequest, _form, request) => {
    const { id } = request.params;
    const editor = formAt(request.params);
    const { findLectureDraft, discardLectureDraft } = await adminOperations.lectures();
    const { draft } = await perform(findLectureDraft, pageRequest.context, { id });
    if (draft.savedAt !== null && !isConfirmed(pageRequest)) {
      const page = derivedPageOf(pageRequest, `/lectures/${id}`);
      const text = textFor(page.locale).admin.lectures;
      const names = Object.keys(draft.fields).map((name) => fieldLabel(page.locale, `lectures.${fromWire(name)}`));
      return askFirst(pageRequest, page, {
        title: text.discardTitle,
        consequence: fillPlain(text.discardConsequence, {
          fields: listFormat(page.locale, { type: "unit" }).format(names),
        }),
        act: text.discard,
        back: editor,
        ...wayTo(await quizLectureOf(pageRequest.context, id)),
      });
    }
    await perform(discardLectureDraft, pageRequest.context, { id });
    markDraftSaved(pageRequest, fieldsOf(request));
    return pageRequest.reply.redirect(`${editor}?done=discarded`, 303);
  });
}

const formAt = ({ id }: { id: string }) => lectureAddress("edit", id);
