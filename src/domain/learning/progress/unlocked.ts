import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";

/** Content that is open to one student regardless of its schedule. Null: none. */
export type Unlocked = { all: true } | { sectionIds: string[]; lectureIds: string[] } | null;

export function isUnlocked(unlocked: Unlocked, { id, sectionId }: Pick<LectureRecord, "id" | "sectionId">): boolean {
  if (unlocked === null) return false;
  return "all" in unlocked || unlocked.sectionIds.includes(sectionId) || unlocked.lectureIds.includes(id);
}
