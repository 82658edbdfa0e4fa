import * as z from "zod";

/** A private note of a member in a lecture. Without a text, it is a bookmark. */
export interface LectureNote {
  id: string;
  courseId: string;
  lectureId: string;
  /** Position in the video or audio. Null without one. */
  positionSeconds: number | null;
  /** Plain text. */
  text: string;
  /** Changes with every write. A page that has seen an older one overwrites nothing. */
  revision: string;
  /** The page that has written it last. */
  writer: string | null;
  savedAt: Date;
}

/** A note with the names of its lecture and course, for lists. */
export interface PlacedNote extends LectureNote {
  lecture: string;
  course: { id: string; slug: string; name: string };
}

export const maxNoteLength = 5000;
/** Notes of a member in one lecture. The lecture page shows all of them. */
export const maxNotesPerLecture = 100;
/** Notes of a member at a school. A search reads all of them. */
export const maxNotesPerMember = 2000;

export const NoteText = z.string().max(maxNoteLength);
/** At most 99 hours. */
export const NotePosition = z.number().int().min(0).max(359_999);
