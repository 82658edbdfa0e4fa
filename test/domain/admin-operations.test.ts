import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Caller } from "#access/caller.ts";
import { type Role, roles } from "#access/roles.ts";
import { scopeNames, scopes } from "#access/scopes.ts";
import { newId } from "#domain/platform/ids.ts";
import { admit, type Operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { aSiteContext, tokenOf } from "./support.ts";

/** Callers, with the operations that they and no others may perform. */
const rights: Readonly<Record<string, string>> = {
  owner:
    "savePaymentProvider saveSellingSettings saveRefundPolicy removeRefundPolicy " +
    "createIdentityProvider createProvisioningKey revokeProvisioningKey",
  "owner cli": "removeSecondFactors",
  "owner manager":
    "readSetup startMemberView endMemberView listAgreementsOfMember cancelAgreement resumeAgreement " +
    "findOrderForStaff findReceiptForStaff listOrdersWithAttention listProductsToSell listVouchersForStaff " +
    "confirmOfflinePayment cancelOrder dismissAttention previewRefund refundOrder confirmRefund " +
    "readPaymentSettings listRefundPolicies listProviderEvents readReconciliation requestReconciliation " +
    "listIdentityProviders listProvisioningKeys readProvisioningKey",
  "owner manager cli":
    "changeCertificatesOfCourse listCertificatesOfCourses showCommentSubjects " +
    "createForm updateForm openForm closeForm deleteForm decideEnrollmentRequest listEnrollmentRequests " +
    "changeSiteSettings requestSenderVerification listPublishedKeys listAuditEntries " +
    "listApplications readApplication createApplication updateApplication rotateApplicationSecret deleteApplication " +
    "listRegisteredApplications readRegisteredApplication deleteRegisteredApplication " +
    "listMetadataClients getMetadataClient reviewMetadataClient blockMetadataClient unblockMetadataClient " +
    "forgetReview readAllowedScopes listIntegrations enableIntegration disableIntegration " +
    "listApiKeys readApiKey revokeApiKey",
  "owner manager lecturer":
    "discardLectureDraft findLectureDraft saveLectureDraft holdGrade undoGrade " +
    "addMySnippet deleteMySnippet listMySnippets moderateComment removeComment",
  "owner manager lecturer teaching_assistant":
    "countWaiting listComing previewLecture tryQuiz findAdjacentSubmissions showSubmissionSubjects " +
    "showSubmissionToGrade listStuckStudents nameStudents answerQuestion findAdjacentQuestions settleQuestion " +
    "showQuestionSubjects",
  // By scope. No surface offers them to a token.
  "token owner manager cli": "listMergesOfMember",
  "token owner manager lecturer teaching_assistant cli": "readRecentFigures findPlaceOfLecture findWayToPublication",
};

const groups = await Promise.all(Object.values(adminOperations).map((load) => load()));
const operations: readonly Operation[] = groups.flatMap((group): Operation[] => Object.values(group));

const contextOf = await aSiteContext();

const sessionOf = (role: Role): Caller => ({
  kind: "session",
  sessionId: newId(),
  memberId: newId(),
  accountId: newId(),
  roles: [role],
  authenticatedAt: new Date(),
});

const directory: Caller = {
  kind: "provisioning",
  keyId: newId(),
  name: "Directory",
  emailDomains: [],
  givableRoles: [],
  groupRoles: {},
};

const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");
const callers: readonly (readonly [name: string, caller: Caller])[] = [
  ["anonymous", { kind: "anonymous" }],
  ["directory", directory],
  ["token", tokenOf(["owner"], operatorScopes)],
  ...roles.map((role) => [role, sessionOf(role)] as const),
  ["cli", { kind: "cli" }],
];

/** Returns the code of the problem of a request without input, which is read after the caller is authorized. */
async function codeFor(operation: Operation, caller: Caller): Promise<Problem["code"] | undefined> {
  try {
    await admit(operation, contextOf(caller), {});
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

const refusals: ReadonlySet<string | undefined> = new Set(["role_required", "invalid_token", "insufficient_scope"]);

async function admittedTo(operation: Operation): Promise<string> {
  const codes = await Promise.all(callers.map(([, caller]) => codeFor(operation, caller)));
  return callers.flatMap(([name], index) => (refusals.has(codes[index]) ? [] : name)).join(" ");
}

void describe("Operations of staff without a path", () => {
  void test("are open to these callers only", async () => {
    const found = await Promise.all(operations.map(async (one) => [one.name, await admittedTo(one)] as const));
    const expected = Object.entries(rights).flatMap(([admitted, names]) =>
      names.split(" ").map((name) => [name, admitted] as const),
    );
    assert.deepEqual(Object.fromEntries(found), Object.fromEntries(expected));
    assert.equal(found.length, expected.length, "An operation is in two groups.");
  });

  void test("change nothing for staff who see the school as another member", async () => {
    const viewing: Caller = { ...sessionOf("owner"), kind: "session", viewedBy: newId() } as Caller;
    const writes = operations.filter((operation) => operation.writes);
    assert.ok(writes.length > 40);
    const codes = await Promise.all(writes.map((operation) => codeFor(operation, viewing)));
    assert.deepEqual(
      writes.filter((_, index) => codes[index] !== "role_required").map(({ name }) => name),
      [],
    );
  });
});
