import type { Registration } from "./students.ts";
import type { Enrollment } from "../../../src/domain/learning/enrollments/enrollment.ts";

type Course = Pick<
  Enrollment,
  "status" | "startsAt" | "expiresAt" | "enrolledAt" | "completedAt" | "revokedAt" | "metadata"
>;

/** Maps the result of a registration: passing keeps access, failing ends it with the run. */
export function enrollmentOf(registration: Registration): Course {
  const { run, result, registeredAt, unregisteredAt } = registration;
  // 45 registrations have no date and count from the start of the run.
  const enrolledAt = registeredAt ?? run.startsAt;
  return {
    status: statuses[result],
    enrolledAt,
    startsAt: enrolledAt > run.startsAt ? enrolledAt : run.startsAt,
    expiresAt: result === "Fail" ? run.endsAt : null,
    completedAt: result === "Pass" || result === "Distinction" ? run.endsAt : null,
    revokedAt: result === "Withdrawn" ? (unregisteredAt ?? run.endsAt) : null,
    metadata: {
      final_result: result,
      previous_attempts: String(registration.previousAttempts),
      studied_credits: String(registration.studiedCredits),
    },
  };
}

const statuses = { Pass: "completed", Distinction: "completed", Fail: "expired", Withdrawn: "revoked" } as const;
