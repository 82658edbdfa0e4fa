import { itsCourse } from "#domain/courses/expansions.ts";
import { named } from "#domain/expansion/expansion.ts";
import { members } from "#domain/members/expansions.ts";

export const reviewExpansions = {
  course: itsCourse,
  member: named(members, (review: { memberId: string }) => review.memberId),
};
