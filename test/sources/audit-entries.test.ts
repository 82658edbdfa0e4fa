import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "oxc-parser";
import { migrationFiles, readSource, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

const files = sourceFiles();

/** Writing operations without an audit entry of their own, with the reason. */
const writesWithoutEntry: Record<string, string> = {
  saveMyAnswers: "of no effect for others: the submission has an event",
  saveMyWork: "of no effect for others: the submission has an event",
  addMyDevice: "of no effect for others: it ends with the session",
  removeMyDevice: "of no effect for others",
  reportProgressEvent: "one row: the entry of the report counts it",
  saveMyNote: "private: only the member reads it",
  deleteMyNote: "private: only the member reads it",
  saveLectureDraft: "of no effect for others: the publication of the draft has an entry",
  discardLectureDraft: "of no effect for others",
  openMyLecture: "not security-relevant: its events record it",
  startMyCourse: "not security-relevant: its event records it",
  beginMyQuiz: "not security-relevant",
  answerQuestion: "not security-relevant: its event records it",
  answerMyQuiz: "not security-relevant: its events record it",
  handInMyWork: "not security-relevant: its events record it",
  withdrawMyWork: "not security-relevant: its event records it",
  submitForm: "not security-relevant: its event records it",
  reportMyProgress: "not security-relevant: its events record it",
  saveMyReview: "not security-relevant: its events record it",
  withdrawMyReview: "not security-relevant: its events record it",
  writeMyComment: "not security-relevant: its event records it",
  editMyComment: "not security-relevant: its event records it",
  deleteMyComment: "not security-relevant: its event records it",
  writePostComment: "not security-relevant: its event records it",
  editPostComment: "not security-relevant: its event records it",
  deletePostComment: "not security-relevant: its event records it",
  likeLectureComment: "not security-relevant",
  likePostComment: "not security-relevant",
  followDiscussion: "not security-relevant",
  provisionMembers: "an entry of each member, with the action provisionMember",
  holdGrade: "gradeSubmission records it a minute later",
  undoGrade: "nothing has happened yet",
  addMySnippet: "not security-relevant",
  deleteMySnippet: "not security-relevant",
  changePassword: "recorded at each site of the person (setAccountPassword)",
  setPassword: "recorded at each site of the person (setAccountPassword)",
  resetPassword: "recorded at each site of the person (setAccountPassword)",
  confirmEmail: "the confirmed purpose is known only inside",
  changeSiteSettings: "changeSettings tells what was changed, whoever changes it",
  receiveUploadPart: "the log records the beginning and the completion of the upload",
  markNotificationRead: "not security-relevant",
  issueBadge: "a signed copy of a public page, for anyone",
  downloadProductFile: "a read of a granted file: the grant counts it",
  downloadIncludedFile: "a read of a file that a membership includes",
  markAllNotificationsRead: "not security-relevant",
  updateNotificationSubscription: "security notifications cannot be switched off",
  unsubscribeFromMail: "security notifications cannot be switched off",
};

/** Callers outside of any request: only their audit entries have no address and no request id. */
const outsideOfRequests: Record<string, string> = {
  "cli/terminal/caller.ts": "a command runs on the machine itself",
  "demo/plant-demo.ts": "the demo is created at the start of the server",
  "domain/webhooks/pump.ts": "deliveries are triggered by time, not by requests",
  "domain/people/members/profile/own-sites.ts": "a site does not learn the address of an action at another one",
  "domain/platform/system-context.ts": "scheduled and queued jobs run outside of requests",
  "domain/site/sites/create-site.ts": "sites are created by commands",
  "oauth/integrations/replace-integration.ts":
    "integrations are changed by commands, at every site with a client of them",
};

void test("The code only inserts into the audit log, except for retention and erasure", () => {
  const changes =
    /\b(?:update|delete\s+from|truncate(?:\s+table)?|drop\s+table)\s+(?:only\s+)?audit_entries\b|\bdeleteOldest\("audit_entries"\)/i;
  const overwrites = /\binto\s+audit_entries\b(?:(?!`).)*\bdo\s+update\b/is;
  const violations = [...files, ...migrationFiles()].filter(({ text }) => changes.test(text) || overwrites.test(text));
  assert.deepEqual(
    violations.map(({ path }) => path),
    [
      "domain/background/schedules/purge-by-retention.ts",
      "domain/privacy/erase-from-records.ts",
      "domain/privacy/erase-reasons.ts",
    ],
  );
  for (const faulty of [
    "delete from audit_entries where",
    "UPDATE audit_entries\nset",
    "truncate table audit_entries",
    'remove: deleteOldest("audit_entries"),',
    "insert into audit_entries ${rows(entry)} on conflict (site_id, id)\n do update set details = '{}'",
  ])
    assert.ok(changes.test(faulty) || overwrites.test(faulty), faulty);
});

void test("Every operation that writes has an audit entry or a listed exception", () => {
  const silent = files.filter(({ path }) => path !== "domain/platform/bulk/bulk-operation.ts").flatMap(silentWritesOf);
  assert.deepEqual(silent.toSorted(), Object.keys(writesWithoutEntry).toSorted());
  const text = `export const a = operation({ name: "loud", writes: "courses:write", audit: () => ({}) });
    export const b = operation({ name: "quiet", writes: "courses:write", run });
    export const c = operation({ name: "looking", reads: "courses:read" });`;
  assert.deepEqual(silentWritesOf(readSource("domain/faulty.ts", text)), ["quiet"]);
});

void test("The code uses an empty request context only without a request, so that audit entries name their origin", () => {
  const acting = files.filter(({ text }) => /\b(?:requestId|address): null\b/.test(text)).map(({ path }) => path);
  assert.deepEqual(
    acting.filter((path) => !/^domain\/(?:background|.+\/jobs)\//.test(path)).toSorted(),
    Object.keys(outsideOfRequests).toSorted(),
  );
});

/** Names of writing operations without an audit entry of their own. */
function silentWritesOf({ program, text }: SourceFile): string[] {
  const names: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== "Identifier" || callee.name !== "operation" || definition?.type !== "ObjectExpression")
        return;
      const values = new Map(
        definition.properties.flatMap((each) =>
          each.type === "Property" && each.key.type === "Identifier" ? [[each.key.name, each.value] as const] : [],
        ),
      );
      const { start = 0, end = 0 } = values.get("name") ?? {};
      if (!values.has("reads") && !values.has("audit")) names.push(text.slice(start, end).replaceAll('"', ""));
    },
  }).visit(program);
  return names;
}
