import * as z from "zod";
import { isViewed } from "#access/caller.ts";
import { ReferenceTo } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import { requireSession } from "#domain/platform/callers/require-session.ts";
import type { PlacedNote } from "./note.ts";
import { listNotes, listNotesInOrder } from "./queries.ts";
import { type LearnersCourse, requireLearner } from "#domain/learning/learning-pages/learner.ts";

/** Words of a search in notes or in a course. */
export const NoteQuery = trimmed().max(200);

/** A page of the member's notes. */
export interface MyNotes {
  notes: PlacedNote[];
  /** ID of the last note. Null on the last page. */
  next: string | null;
  /** The course, if only its notes are listed. */
  course: LearnersCourse | null;
}

const inCourse = { course: ReferenceTo("course").optional() };

export const listMyNotes = operation({
  name: "listMyNotes",
  summary: "List the member's private notes",
  description: "Newest first, of all courses or one, also after the member's access has ended.",
  reads: { only: ["session"] },
  input: z.object({
    ...inCourse,
    q: NoteQuery.optional(),
    before: Id("lectureNote").optional(),
    limit: z.number().int().min(1).max(100),
  }),
  output: z.custom<MyNotes>(),
  async prepare(context, { q }) {
    if (q) await requireWithin(context, limits.noteSearchPerMember, requireSession(context).memberId);
    return {};
  },
  async run(context, { course: reference, q, before, limit }): Promise<MyNotes> {
    const { memberId } = requireSession(context);
    const course = reference ? (await requireLearner(context, reference)).course : null;
    if (isViewed(context.caller)) return { notes: [], next: null, course };
    const found = await listNotes(context, { memberId, courseId: course?.id, q }, { before, limit: limit + 1 });
    const notes = found.slice(0, limit);
    return { notes, next: found.length > limit ? (notes.at(-1)?.id ?? null) : null, course };
  },
});

export const downloadMyNotes = operation({
  name: "downloadMyNotes",
  summary: "Read all private notes of the member",
  description: "By course, lecture and position.",
  reads: { only: ["session"] },
  input: z.object(inCourse),
  output: z.custom<{ notes: PlacedNote[] }>(),
  async prepare(context) {
    await requireWithin(context, limits.listDownloadPerMember, requireSession(context).memberId);
    return {};
  },
  async run(context, { course: reference }) {
    const { memberId } = requireSession(context);
    const course = reference ? (await requireLearner(context, reference)).course : undefined;
    if (isViewed(context.caller)) return { notes: [] };
    return { notes: await listNotesInOrder(context, { memberId, courseId: course?.id }) };
  },
});
