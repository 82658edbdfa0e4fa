import type { restoredNames } from "../archived-records.ts";
import { certificates } from "./certificates.ts";
import { consultingBookings } from "./consulting-bookings.ts";
import { consultingSessions } from "./consulting-sessions.ts";
import { enrollmentRequests } from "./enrollment-requests.ts";
import { invitations } from "./invitations.ts";
import { memberNotes } from "./member-notes.ts";
import { notificationChoices } from "./notification-choices.ts";
import { quizAttempts } from "./quiz-attempts.ts";
import { refundPolicies } from "./refund-policies.ts";
import type { RestoredPart } from "./restored-part.ts";
import { submissions } from "./submissions.ts";
import { vouchers } from "./vouchers.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";

/** History that an archive restores row by row. */
export const restoredParts = {
  quiz_attempts: quizAttempts,
  certificates,
  submissions,
  consulting_sessions: consultingSessions,
  consulting_bookings: consultingBookings,
  enrollment_requests: enrollmentRequests,
  refund_policies: refundPolicies,
  member_notes: memberNotes,
  invitations,
  notification_choices: notificationChoices,
  vouchers,
  webhook_endpoints: webhookEndpoints,
} as const satisfies Record<(typeof restoredNames)[number], RestoredPart>;
