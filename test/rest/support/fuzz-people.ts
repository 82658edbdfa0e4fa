import { newId } from "#domain/platform/ids.ts";

type Body = Record<string, unknown>;

const anEmail = () => `${newId()}@school.example`;

/** Address of the person to erase. */
export const leaver = "leaver@school.example";

/** Values of custom fields depend on the fields of the site. */
const plain = ({ custom_fields: _fields, ...body }: Body): Body => body;

/** Rules across fields, which no schema expresses. */
export const rulesOfPeople: Record<string, (body: Body) => Body> = {
  createStudent: (body) => ({ ...plain(body), email: anEmail() }),
  updateStudent: plain,
  addMember: (body) => ({ ...plain(body), email: anEmail() }),
  updateMember: ({ email: _email, ...body }) => plain(body),
  upsertMember: (body) => ({ ...plain(body), email: anEmail() }),
  eraseMember: (body) => ({ ...body, confirm_email: leaver }),
  createMemberField: ({ choices: _choices, ...body }) => ({
    ...body,
    handle: `f${newId().replaceAll("-", "_").slice(-30)}`,
    ...(body["kind"] === "choice" && { choices: ["S", "M"] }),
  }),
  updateMemberField: ({ choices: _choices, ...body }) => body,
  createGroup: ({ ends_at: _end, ...body }) => body,
  updateGroup: ({ ends_at: _end, ...body }) => body,
  enrollStudent: ({ student_id: _student, expires_at: _end, lifetime: _life, plan_id: _plan, ...body }) => ({
    ...body,
    email: anEmail(),
    on_existing: "keep",
  }),
  updateEnrollment: ({ expires_at: _end, plan_id: _plan, ...body }) => ({ ...body, lifetime: true }),
  extendEnrollment: () => ({ days: 3 }),
  reportProgress: (body) => ({
    events: (body["events"] as Body[]).map((event) => ({ ...event, position_seconds: 3, lecture_id: "{{lecture}}" })),
  }),
  recordQuizAttempt: ({ started_at: _started, submitted_at: _submitted, ...body }) => body,
  recordSubmission: ({ submitted_at: _submitted, url: _url, ...body }) => ({ ...body, text: "Over, under" }),
  replaceUnlocks: () => ({ section_ids: ["{{section}}"], lecture_ids: ["{{lecture}}"] }),
  gradeSubmission: (body) => ({ ...body, score: 70 }),
  issueCertificate: ({ issued_at: _issued, ...body }) => body,
};

/** Preparatory requests, so that the newest resource is in the initial state of the operation. */
export const beforePeople: Record<string, readonly (readonly ["POST", string, object])[]> = {
  issueCertificate: [
    ["POST", "/certificates/{{certificate}}/revoke", {}],
    [
      "POST",
      "/enrollments/{{enrollment}}/progress",
      {
        events: [
          {
            id: "0b5f7c52-6c2c-4f0a-9a53-5d3f5a1f9b11",
            lecture_id: "{{lecture}}",
            kind: "completed",
            occurred_at: "2025-01-01T00:00:00Z",
          },
        ],
      },
    ],
  ],
  unsuspendMember: [["POST", "/members/{{member}}/suspend", {}]],
  reactivateEnrollment: [["POST", "/enrollments/{{enrollment}}/revoke", {}]],
};

/** Whether the operation leaves its resource in a state in which it cannot be repeated. */
export const consumesPeople = (operation: string): boolean =>
  [
    "suspendMember",
    "unsuspendMember",
    "revokeInvitation",
    "issueCertificate",
    "revokeCertificate",
    "gradeSubmission",
  ].includes(operation) || /^(expire|revoke|reactivate)Enrollment$/.test(operation);
