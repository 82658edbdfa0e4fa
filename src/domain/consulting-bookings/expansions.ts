import { itsService } from "#domain/consulting/expansions.ts";
import { named } from "#domain/expansion/expansion.ts";
import { itsLecturer } from "#domain/lecturers/expansions.ts";
import { members } from "#domain/members/expansions.ts";

export const bookingExpansions = {
  service: itsService,
  lecturer: itsLecturer,
  member: named(members, (booking: { memberId: string }) => booking.memberId),
};
