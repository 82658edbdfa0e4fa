import { newId } from "#domain/platform/ids.ts";

type Body = Record<string, unknown>;

const anEmail = () => `${newId()}@school.example`;

/** Of whoever is to be erased. */
export const leaver = "leaver@school.example";

/** Values of custom fields follow the fields of the site. */
const plain = ({ custom_fields: _fields, ...body }: Body): Body => body;

/** Rules between fields, which no schema says. */
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
  replaceUnlocks: () => ({ section_ids: ["{{section}}"], lecture_ids: ["{{lecture}}"] }),
  gradeSubmission: (body) => ({ ...body, score: 70 }),
  issueCertificate: ({ issued_at: _issued, ...body }) => body,
};

/** What is asked for before, so that the newest thing of its kind is in the state that an operation begins from. */
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

/** Operations that bring what they are about into a state in which they cannot be asked again. */
export const consumesPeople = (operation: string): boolean =>
  [
    "suspendMember",
    "unsuspendMember",
    "revokeInvitation",
    "issueCertificate",
    "revokeCertificate",
    "gradeSubmission",
  ].includes(operation) || /^(expire|revoke|reactivate)Enrollment$/.test(operation);
