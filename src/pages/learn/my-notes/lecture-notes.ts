import { listMyLectureNotes } from "#domain/learning/lecture-notes/my-notes.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { keeperOf } from "../../responses/keeper.ts";
import type { LectureNotesView } from "../../views/learn/notes/lecture-notes.ts";
import type { LearnerContext } from "../learner.ts";
import { notesOfCourse } from "./addresses.ts";

interface Place {
  slug: string;
  /** ID of the database. */
  lectureId: string;
  here: string;
  hasPosition: boolean;
}

/** The member's notes in a lecture. Null while staff see the page as the member. */
export async function lectureNotesOf(
  learner: LearnerContext,
  { slug, lectureId, here, hasPosition }: Place,
): Promise<LectureNotesView | null> {
  if (learner.session.viewedBy !== undefined) return null;
  const { notes, nextId, isFull } = await perform(listMyLectureNotes, learner.context, {
    lectureId: formatId("lecture", lectureId),
  });
  return {
    csrf: learner.csrf,
    here,
    keeper: keeperOf(learner),
    hasPosition,
    notes: notes.map(({ id, positionSeconds, text, revision, savedAt }) => ({
      id: formatId("lectureNote", id),
      position: positionSeconds,
      text,
      revision,
      savedAt,
    })),
    nextId: formatId("lectureNote", nextId),
    isFull,
    ofCourse: notesOfCourse(slug),
  };
}
