import type { PlacedNote } from "#domain/learning/lecture-notes/note.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { ListedNote } from "../../views/learn/notes/my-notes.ts";
import { courseAddress, lectureAddress } from "../addresses.ts";

export const allNotes = "/account/notes";

export const notesOfCourse = (slug: string): string => `${courseAddress(slug)}/notes`;

export const searchOfCourse = (slug: string): string => `${courseAddress(slug)}/search`;

export const listedNote = ({ id, text, positionSeconds, savedAt, ...place }: PlacedNote): ListedNote => ({
  id: formatId("lectureNote", id),
  text,
  position: positionSeconds,
  savedAt,
  lecture: { href: lectureAddress(place.course.slug, place.lectureId), title: place.lecture },
  course: { href: courseAddress(place.course.slug), name: place.course.name },
});
