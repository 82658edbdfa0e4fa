import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "oxc-parser";
import { sourceFiles } from "../support/data/source-tree.ts";

interface Found {
  path: string;
  name: string;
  access: string;
  writes: boolean;
  sensitive: boolean;
}

/** Every call of `operation({ … })` in `src`. */
const operations: Found[] = sourceFiles().flatMap(({ path, program, text }) => {
  const found: Found[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== "Identifier" || callee.name !== "operation" || definition?.type !== "ObjectExpression")
        return;
      const source = (name: string): string => {
        const property = definition.properties.find(
          (each) => each.type === "Property" && each.key.type === "Identifier" && each.key.name === name,
        );
        return property?.type === "Property" ? text.slice(property.value.start, property.value.end) : "";
      };
      found.push({
        path,
        name: source("name").replaceAll('"', ""),
        access: source("reads") || source("writes"),
        writes: source("writes") !== "",
        sensitive: source("sensitive") !== "",
      });
    },
  }).visit(program);
  return found;
});

/** Callers who are no staff: their own pages ask where it matters, and machines cannot be asked. */
const isForStaff = ({ access }: Found): boolean =>
  !/^(forAnyone|forBearers|byDirectories)$|anonymous|"cli"\]|"system"|account:write/.test(access) &&
  !/^\{ only: \["session"\] \}$/.test(access);

/** Folders whose operations take nothing that a thief wants, with the reason. */
const harmless: Record<string, string> = {
  "domain/analytics/": "counts",
  "domain/catalog/": "content of courses, which revisions and archives give back",
  "domain/content/": "content of the site",
  "domain/events/": "events, and their guests one at a time",
  "domain/feedback/": "comments and reviews",
  "domain/files/": "files of the site, one at a time",
  "domain/learning/": "learning of students, one at a time; certificates and keys of credentials reveal no secret",
  "domain/memberships/": "access to what the school sells",
  "domain/offers/": "prices and products",
  "domain/people/members/bulk/": "rows of bulkMembers, which asks",
  "domain/platform/bulk/": "each row asks as a single call would",
  "domain/sales/billing/": "ends or continues what a member pays",
  "domain/sales/consulting-bookings/": "appointments",
  "domain/sales/payments/reconciliation/": "compares with the provider",
  "domain/sales/payments/staff/": "orders one at a time; refunds go back to the payer",
  "domain/sales/recorded-sales/": "orders one at a time",
  "domain/sales/refund-policies/": "when refunds are possible",
  "domain/site/appearance/": "look of the site",
};

/** Writes of staff that ask for nothing, with the reason. */
const exempt: Record<string, string> = {
  createMessage: "audited, limited per day, and shows no addresses",
  cancelMessage: "takes nothing",
  sendTestMessage: "goes to its sender",
  sendMemberNotification: "reaches one member inside the site",
  sendPasswordEmail: "goes to the address of the member",
  liftSuppression: "allows mail again",
  requestSenderVerification: "a mailed link proves the address",
  revokeInvitation: "takes access away",
  suspendMember: "takes access away",
  removeMember: "takes access away",
  revokeMemberSessions: "takes access away",
  unsuspendMember: "gives back what the member had",
  createMemberField: "a form field",
  updateMemberField: "a form field",
  deleteMemberField: "a form field",
  updateMember: "asks for new addresses of invited colleagues, when it has read the member",
  createMemberNote: "a note about one member",
  deleteMemberNote: "a note about one member",
  endMemberView: "ends what was asked for",
  revokeProvisioningKey: "takes access away",
  cancelMemberMerge: "takes nothing",
  cancelJob: "takes nothing",
  updateSchool: "name and texts of the school",
  updateSchoolSettings: "texts and behavior of pages",
  deleteWebhookEndpoint: "sends less",
  redeliverWebhook: "sends again to the same receiver",
  replayWebhooks: "sends again to the same receiver",
  sendTestWebhook: "sends an example",
  revokeApiKey: "takes access away",
  deleteApplication: "takes access away",
  deleteRegisteredApplication: "takes access away",
  disableIntegration: "takes access away",
  blockMetadataClient: "takes access away",
  forgetReview: "takes access away",
  enableIntegration: "a member still has to consent",
  reviewMetadataClient: "a member still has to consent",
  unblockMetadataClient: "a member still has to consent",
  rotateSigningKey: "reveals nothing",
  applyProviderEvent: "applies what the payment provider reported",
};

const reasonOf = ({ path, name }: Found): string | undefined =>
  exempt[name] ?? Object.entries(harmless).find(([folder]) => path.startsWith(folder))?.[1];

void test("Every write of staff is sensitive, or there is a reason why not", () => {
  assert.ok(operations.length > 500, `Only ${operations.length} operations were found.`);
  const undecided = operations.filter(
    (each) => each.writes && isForStaff(each) && !each.sensitive && reasonOf(each) === undefined,
  );
  assert.deepEqual(
    undecided.map(({ path, name }) => `${path} ${name}`),
    [],
  );
});

void test("Each reason concerns an operation that is not sensitive", () => {
  const names = new Set(operations.filter(({ sensitive }) => !sensitive).map(({ name }) => name));
  assert.deepEqual(
    Object.keys(exempt).filter((name) => !names.has(name)),
    [],
  );
  assert.deepEqual(
    Object.keys(harmless).filter((folder) => !operations.some(({ path }) => path.startsWith(folder))),
    [],
  );
});
