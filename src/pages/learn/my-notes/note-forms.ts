import type { FastifyInstance, FastifyReply } from "fastify";
import { showMyLecture } from "#domain/learning/learning-pages/my-lecture.ts";
import { deleteMyNote, saveMyNote } from "#domain/learning/lecture-notes/my-notes.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { render } from "../../views/parts/markup.ts";
import { lectureNotes } from "../../views/learn/notes/lecture-notes.ts";
import { type SignedInPageRequest } from "../../responses/page-request.ts";

import { sendJson } from "../../responses/send-json.ts";
import { sendPage } from "../../responses/send.ts";
import type { SavedOnServer } from "../../../islands/student/saved-on-server.ts";
import { clock, readClock } from "#lib/time/clock-format.ts";
import { learnerPage, type LearnerContext } from "../learner.ts";
import { type MemberRoutes, refuseScript } from "../../sign-in/member-routes.ts";
import { addressOf, seenIn } from "../quiz.ts";
import { hasPositions } from "../media.ts";
import { lectureNotesOf } from "./lecture-notes.ts";

interface Address {
  course: string;
  lecture: string;
  note?: string;
}

/** POST /learn/{course}/{lecture}/notes and …/notes/{note}: add, change and delete a note. */
export function noteForms(app: FastifyInstance, { postForm }: MemberRoutes): void {
  const notes = "/learn/:course/:lecture/notes";
  postForm(app, { path: notes, formAt: addressOf }, (learner, form, { params }) => submit(learner, params, form));
  postForm(app, { path: `${notes}/:note`, formAt: addressOf }, (learner, form, { params }) =>
    submit(learner, params, form),
  );
}

async function submit(learner: LearnerContext, params: Address, form: Form): Promise<FastifyReply> {
  const noteId = params.note ?? form.get("note") ?? formatId("lectureNote", newId());
  if (form.get("act") === "delete") await perform(deleteMyNote, learner.context, { noteId });
  else await save(learner, params, noteId, form);
  if (form.get("part") === "notes") return sendPart(learner, params);
  return learner.reply.redirect(`${addressOf(params)}#notes`, 303);
}

/** A form that has seen an older text does not overwrite the newer one: it becomes a note of its own. */
async function save(
  { context }: LearnerContext,
  { course, lecture: lectureId }: Address,
  noteId: string,
  form: Form,
): Promise<void> {
  const note = { course, lectureId, ...contentOf(form), ...seenIn(form) };
  const { isSaved } = await perform(saveMyNote, context, { ...note, noteId });
  if (!isSaved) await perform(saveMyNote, context, { ...note, noteId: formatId("lectureNote", newId()) });
}

function contentOf(form: Form): { text: string; positionSeconds: number | null } {
  const at = form.get("at")?.trim() ?? "";
  const position = at === "" ? null : readClock(at);
  if (position === undefined) {
    throw validationFailed("/positionSeconds", "invalid", "The position must be minutes and seconds, such as 3:12.");
  }
  return { text: form.get("text") ?? "", positionSeconds: position };
}

/** For the script: the section with the notes, without the rest of the page. */
async function sendPart(learner: LearnerContext, { course, lecture }: Address): Promise<FastifyReply> {
  const myLecture = await perform(showMyLecture, learner.context, { course, lectureId: lecture });
  const view = await lectureNotesOf(learner, {
    slug: myLecture.course.slug,
    lectureId: myLecture.lecture.id,
    here: addressOf({ course, lecture }),
    hasPosition: hasPositions(myLecture),
  });
  return sendPage(learner.reply, view ? render(lectureNotes(learnerPage(learner), view)) : "");
}

/** POST /learn/{course}/{lecture}/notes/draft: save a note while it is written. For a script. */
export function noteDrafts(app: FastifyInstance, { postForm }: MemberRoutes): void {
  const route = { path: "/learn/:course/:lecture/notes/draft", stale: refuseScript } as const;
  postForm(app, route, async (learner, form, { params }) =>
    sendJson(learner.reply, await saveDraft(learner, params, form)),
  );
}

async function saveDraft(
  { context }: SignedInPageRequest,
  { course, lecture: lectureId }: Address,
  form: Form,
): Promise<SavedOnServer> {
  const note = { course, lectureId, noteId: form.get("note"), ...contentOf(form), ...seenIn(form) };
  // Nothing is entered yet, or nothing anymore before the first save. A bookmark is added with its button.
  if (note.text === "" && note.revision === null) {
    await perform(showMyLecture, context, { course, lectureId });
    return { isSaved: true, revision: "", savedAt: context.now.toISOString() };
  }
  const { isSaved, revision, savedAt, text, positionSeconds } = await perform(saveMyNote, context, note);
  return {
    isSaved,
    revision,
    savedAt: savedAt.toISOString(),
    ...(!isSaved && {
      groups: {
        text: group("text", text.replaceAll("\r\n", "\n")),
        at: group("at", positionSeconds === null ? "" : clock(positionSeconds)),
      },
    }),
  };
}

const group = (name: string, value: string): Record<string, string> => (value === "" ? {} : { [name]: value });
