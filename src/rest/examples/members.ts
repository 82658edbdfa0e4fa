import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import type { ResponseExamples, Examples, ResourceExamples } from "./examples.ts";

const lu = { email: "lu@school.example", name: "Lu Wei", time_zone: "Asia/Taipei" };

export const memberExamples: Examples = {
  addMember: { ...lu, roles: ["lecturer"] },
  updateMember: {
    name: "Lu Wei-Chen",
    locale: "zh-TW",
    marketing_consent: { granted: true, source: "Form at the open day" },
  },
  upsertMember: { ...lu, roles: ["student"], tags: ["evening class"] },
  setMemberRoles: { roles: ["lecturer", "student"] },
  eraseMember: { confirm_email: "ana@school.example", reason: "Requested by email" },
  bulkMembers: {
    operations: [
      { op: "upsert", data: { ...lu, external_id: "crm/1208", roles: ["student"] } },
      { op: "tag_add", id: exampleId("member"), tags: ["evening class"] },
    ],
  },
  assignCourse: { course_id: exampleId("course"), role: "lecturer" },
  giveMemberDownload: { product_id: exampleId("digitalProduct"), expires_at: null },
  createMemberNote: { body: "Brings a telescope of their own." },
  sendMemberNotification: {
    title: "Clear sky tonight",
    body: "We meet at the dome at nine.",
    url: "/events",
  },
  createMessage: {
    audience: { kind: "course", course_id: exampleId("course") },
    subject: "We start on Monday",
    body_markdown: "Bring a **telescope**, if you have one.",
  },
  previewMessage: {
    audience: { kind: "members", roles: ["student"] },
    subject: "We start on Monday",
    body_markdown: "Bring a **telescope**, if you have one.",
  },
  sendTestMessage: { subject: "We start on Monday", body_markdown: "Bring a **telescope**, if you have one." },
  createMemberField: [
    ["A text", { handle: "telescope", kind: "text", label: "Which telescope have you got?", visible_to_member: true }],
    ["A single choice", { handle: "shirt_size", kind: "choice", label: "Shirt size", choices: ["S", "M", "L"] }],
  ],
  updateMemberField: { label: "Your telescope", position: 1 },
};

export const memberResources: ResourceExamples = {
  member: {
    ...lu,
    locale: "zh-TW",
    tags: ["observatory"],
    email_verified: true,
    joined_at: "2025-09-01T08:30:00.000Z",
    roles: ["lecturer"],
    marketing_consent: { granted: true, at: "2025-09-01T08:30:00.000Z", source: "Form at the open day" },
    last_sign_in_at: "2025-11-20T19:55:00.000Z",
    sign_in_count: 42,
  },
  Identity: { provider: "google", subject_masked: "…4f2a", linked_at: "2025-09-01T08:30:00.000Z" },
  member_note: { author_id: exampleId("member"), body: "Brings a telescope of their own." },
  Activity: { kind: "enrolled", course_id: exampleId("course"), enrollment_id: exampleId("enrollment") },
  message: {
    subject: "We start on Monday",
    audience: { kind: "course", course_id: exampleId("course") },
    status: "sent",
    author_id: exampleId("member"),
    recipient_count: 240,
    emailed_count: 221,
    inbox_count: 238,
    unsubscribed_count: 12,
    unreachable_count: 7,
    bounced_count: 1,
    body_markdown: "Bring a **telescope**, if you have one.",
    body_html: "<p>Bring a <strong>telescope</strong>, if you have one.</p>",
    scheduled_at: null,
    started_at: "2025-11-20T19:55:00.000Z",
    finished_at: "2025-11-20T19:55:04.000Z",
    created_at: "2025-11-20T19:55:00.000Z",
  },
  message_preview: {
    recipient_count: 240,
    subject: "We start on Monday",
    body_html: "<p>Bring a <strong>telescope</strong>, if you have one.</p>",
  },
  message_recipient: {
    member_id: exampleId("member"),
    result: "sent",
    in_inbox: true,
    at: "2025-11-20T19:55:02.000Z",
  },
  member_notification: {
    title: "Clear sky tonight",
    body: "We meet at the dome at nine.",
    url: "/events",
    told: true,
  },
  invitation: {
    email: lu.email,
    roles: ["lecturer"],
    message: null,
    invited_by: exampleId("member"),
    created_at: "2025-11-20T19:55:00.000Z",
    sent_at: "2025-11-20T19:55:00.000Z",
    expires_at: "2025-11-27T19:55:00.000Z",
  },
  member_merge: {
    from_member_id: exampleId("member"),
    into_member_id: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d4",
    status: "pending",
    records: [
      { kind: "enrollments", moved: 3, combined: 1, dropped: 0 },
      { kind: "orders", moved: 2, combined: 0, dropped: 0 },
    ],
    requested_by: "mbr_01k9g2c8p4e6t0v3x5y7z9b1d5",
    confirmed_from_at: null,
    confirmed_into_at: null,
    completed_at: null,
    canceled_at: null,
    created_at: "2025-11-20T19:55:00.000Z",
    expires_at: "2025-11-27T19:55:00.000Z",
  },
  suppressed_address: {
    email: lu.email,
    reason: "bounce",
    status_code: "5.1.1",
    diagnostic: "smtp; 550 5.1.1 User unknown",
    created_at: "2025-11-20T19:55:00.000Z",
  },
  member_field: { handle: "telescope", kind: "text", label: "Which telescope have you got?", choices: [] },
};

export const memberResponses: ResponseExamples = {
  addMember: {
    status: "invited",
    email_verified: false,
    identities: [],
    last_sign_in_at: null,
    sign_in_count: 0,
    tags: [],
  },
  updateMember: { name: "Lu Wei-Chen" },
  setMemberRoles: { roles: ["lecturer", "student"] },
  suspendMember: { status: "suspended" },
  cancelMemberMerge: { status: "canceled", canceled_at: "2025-11-21T08:00:00.000Z" },
  bulkMembers: bulkResults("member", "created", "updated"),
  updateMemberField: { label: "Your telescope", position: 1 },
};
