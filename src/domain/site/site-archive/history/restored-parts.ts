import type { restoredNames } from "../archived-resources.ts";
import { consultingBookings } from "./consulting-bookings.ts";
import { invitations } from "./invitations.ts";
import { memberNotes } from "./member-notes.ts";
import type { RestoredPart } from "./restored-part.ts";
import { submissions } from "./submissions.ts";

/** History that an archive restores row by row. */
export const restoredParts = {
  submissions,
  consulting_bookings: consultingBookings,
  member_notes: memberNotes,
  invitations,
} as const satisfies Record<(typeof restoredNames)[number], RestoredPart>;
