import { wordTermsOf } from "#domain/platform/search/search-terms.ts";
import { enrollmentOf } from "./enrollment-of.ts";
import { accountId, emailOf, type Names } from "./names.ts";
import { externalIdOf } from "./runs.ts";
import type { Registration } from "./students.ts";

/** All that a registration leads to: an account, a member and an enrollment, under their ids. */
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

/** The terms that the member is found by, as `copy` reads a list: letters and digits, of which none needs a quote. */
export const foundBy = (siteId: string, { email, memberExternalId }: StudentRow): string =>
  `{${wordTermsOf({ id: siteId }, [email, memberExternalId]).join(",")}}`;
