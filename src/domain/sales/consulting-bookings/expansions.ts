import { itsService } from "#domain/offers/consulting/expansions.ts";
import { named } from "#domain/platform/expansion/expansion.ts";
import { itsLecturer } from "#domain/catalog/lecturers/expansions.ts";
import { members } from "#domain/people/members/expansions.ts";

export const bookingExpansions = {
  service: itsService,
  lecturer: itsLecturer,
  member: named(members, (booking: { memberId: string }) => booking.memberId),
};
