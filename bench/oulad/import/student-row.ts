import { wordTermsOf } from "#domain/platform/search/search-terms.ts";
import { enrollmentOf } from "./enrollment-of.ts";
import { accountId, emailOf, type Names } from "./names.ts";
import { externalIdOf } from "./runs.ts";
import type { Registration } from "./students.ts";

/** The rows of a registration with their ids: account, member and enrollment. */
export type StudentRow = ReturnType<typeof studentRow>;

export function studentRow(registration: Registration, names: Names) {
  const { student, run } = registration;
  const enrollment = enrollmentOf(registration);
  return {
    ...enrollment,
    accountId: accountId(student),
    memberId: names.member(student),
    email: emailOf(student),
    memberExternalId: `oulad/${student}`,
    enrollmentId: names.enrollment(run.code, student),
    courseId: run.courseId,
    revokeReason: enrollment.status === "revoked" ? "Withdrawn" : null,
    externalId: `${externalIdOf(run.code)}/${student}`,
    metadata: JSON.stringify(enrollment.metadata),
  };
}

export const searchTermsOfStudent = (siteId: string, { email, memberExternalId }: StudentRow): string[] =>
  wordTermsOf({ id: siteId }, [email, memberExternalId]);
