import {
  decideEnrollmentRequest,
  listEnrollmentRequests,
} from "#domain/learning/self-enrollment/enrollment-requests.ts";
import { startMemberView, endMemberView } from "#domain/people/member-view/view.ts";
import { removeSecondFactors } from "#domain/people/second-factors/remove-factors.ts";
import { listMergesOfMember } from "#domain/privacy/merges/manage-merges.ts";
import { listAgreementsOfMember, cancelAgreement, resumeAgreement } from "#domain/sales/billing/staff-agreements.ts";

/** Requests to enroll, views as a student, second factors, merges and payment agreements of members. */
export const memberOperations = {
  decideEnrollmentRequest,
  listEnrollmentRequests,
  startMemberView,
  endMemberView,
  removeSecondFactors,
  listMergesOfMember,
  listAgreementsOfMember,
  cancelAgreement,
  resumeAgreement,
};
