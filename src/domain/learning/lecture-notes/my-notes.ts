import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, validationFailed } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import { type LectureNote, maxNotesPerLecture, maxNotesPerMember, NotePosition, NoteText } from "./note.ts";
import { countNotes, deleteNote, findNote, listNotesOfLecture, storeNote } from "./queries.ts";
import { isSeen, seenDraft } from "#domain/learning/work-drafts/draft.ts";
import { requireLearner } from "#domain/learning/learning-pages/learner.ts";
import { outlineFor } from "#domain/learning/learning-pages/outline.ts";

/** The member's notes in a lecture, by position and age. */
export interface NotesOfLecture {
  notes: LectureNote[];
  /** ID for the next note, which the page sends: sent twice, it is stored once. */
  nextId: string;
  /** True if the member has as many notes as possible. */
  isFull: boolean;
}

const aLecture = z.object({ course: ReferenceTo("course"), lectureId: Id("lecture") });

export const listMyLectureNotes = operation({
  name: "listMyLectureNotes",
  summary: "List the member's private notes in a lecture",
  reads: { only: ["session"] },
  input: z.object({ lectureId: Id("lecture") }),
  output: z.custom<NotesOfLecture>(),
  async run(context, { lectureId }): Promise<NotesOfLecture> {
    const { memberId } = requireSession(context);
    // Staff who see the page as the member do not read them.
    if (isViewed(context.caller)) return { notes: [], nextId: newId(), isFull: false };
    const notes = await listNotesOfLecture(context, { memberId, lectureId });
    return { notes, nextId: newId(), isFull: notes.length >= maxNotesPerLecture };
  },
});

/** A note after a save. `isSaved`: false if another page has changed it, and nothing was saved. */
export interface SavedNote extends Pick<LectureNote, "revision" | "savedAt" | "text" | "positionSeconds"> {
  isSaved: boolean;
}

export const saveMyNote = operation({
  name: "saveMyNote",
  summary: "Save a private note or bookmark in a lecture",
  description:
    "Creates the note if there is none with this ID. If another page has changed it since `revision`, nothing is saved, " +
    "and the output has the stored note. A note without text is a bookmark.",
  writes: { only: ["session"] },
  input: aLecture.extend({
    noteId: Id("lectureNote"),
    text: NoteText,
    positionSeconds: NotePosition.nullable(),
    ...seenDraft,
  }),
  output: z.custom<SavedNote>(),
  async prepare(context) {
    await requireWithin(context, limits.lectureNotePerMember, requireSession(context).memberId);
    return {};
  },
  async run(context, { course, lectureId, noteId, writer, revision, ...content }): Promise<SavedNote> {
    const { memberId } = requireSession(context);
    const courseId = await requireOpenLecture(context, { course, lectureId });
    const found = await findNote(context, noteId);
    if (found && (found.memberId !== memberId || found.lectureId !== lectureId)) throw noNote(noteId);
    // A form that is sent twice has the same content.
    const isSame = found?.text === content.text && found.positionSeconds === content.positionSeconds;
    if (found && (isSame || !isSeen(found, { writer, revision }))) return { ...found, isSaved: isSame };
    if (!found) await requireRoom(context, { memberId, lectureId });
    await storeNote(context, { id: noteId, memberId, courseId, lectureId, writer, ...content });
    return { ...(await mustExist(findNote(context, noteId))), isSaved: true };
  },
  unaudited: "private: only the member reads it",
});

export const deleteMyNote = operation({
  name: "deleteMyNote",
  summary: "Delete a private note of the member",
  description: "Also after the member's access to the lecture has ended.",
  writes: { only: ["session"] },
  input: z.object({ noteId: Id("lectureNote") }),
  output: z.object({ lectureId: Id("lecture") }),
  async run(context, { noteId }) {
    const deleted = await deleteNote(context, { id: noteId, memberId: requireSession(context).memberId });
    if (!deleted) throw noNote(noteId);
    return deleted;
  },
  unaudited: "private: only the member reads it",
});

const noNote = (noteId: string) => notFound("note of yours", formatId("lectureNote", noteId));

/** Returns the course of a lecture that is open to the member. */
async function requireOpenLecture(context: Context, { course, lectureId }: z.output<typeof aLecture>): Promise<string> {
  const learner = await requireLearner(context, course);
  const lectures = (await outlineFor(context, learner)).flatMap((section) => section.lectures);
  const lecture = lectures.find(({ id }) => id === lectureId);
  if (!lecture || lecture.lock) throw notFound("open lecture", formatId("lecture", lectureId), "in this course");
  return learner.course.id;
}

async function requireRoom(context: Context, place: { memberId: string; lectureId: string }): Promise<void> {
  const { inLecture, total } = await countNotes(context, place);
  const max = inLecture >= maxNotesPerLecture ? maxNotesPerLecture : maxNotesPerMember;
  if (inLecture < maxNotesPerLecture && total < maxNotesPerMember) return;
  throw validationFailed("", "too_many", `You can have at most ${max} notes here. Delete one first.`);
}
