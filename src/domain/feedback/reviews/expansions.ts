import { itsCourse } from "#domain/catalog/courses/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { members } from "#domain/people/members/expansions.ts";

export const reviewExpansions = {
  course: itsCourse,
  member: named(members, (review: { memberId: string }) => review.memberId),
};
