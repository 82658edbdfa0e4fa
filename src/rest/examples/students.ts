import { exampleId } from "#domain/platform/ids.ts";
import { bulkResults } from "./rows.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

const ana = { email: "ana@school.example", name: "Ana Lima" };

const completed = {
  id: "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60",
  lecture_id: exampleId("lecture"),
  kind: "completed",
  occurred_at: "2025-11-20T19:55:00.000Z",
};

const attempt = {
  enrollment_id: exampleId("enrollment"),
  lecture_id: exampleId("lecture"),
  answers: [
    { question_id: "q1", choice_ids: ["c2"] },
    { question_id: "q2", text: "7" },
  ],
  started_at: "2025-11-20T19:40:00.000Z",
  submitted_at: "2025-11-20T19:55:00.000Z",
};

export const studentExamples: Examples = {
  createStudent: { ...ana, locale: "en", tags: ["evening class"], external_id: "crm/1207", notify: true },
  updateStudent: { name: "Ana Lima Duarte", phone: "+351912345678" },
  bulkStudents: {
    operations: [
      { op: "create", data: ana },
      { op: "create", data: { email: "lu@school.example", name: "Lu Wei", locale: "zh-TW" } },
    ],
  },
  enrollStudent: [
    [
      "An existing student, with lifetime access",
      { course_id: exampleId("course"), student_id: exampleId("member"), lifetime: true },
    ],
    [
      "A person by email address, for 90 days",
      { course_id: exampleId("course"), ...ana, access_days: 90, notify: true },
    ],
  ],
  updateEnrollment: { expires_at: "2034-12-31T00:00:00.000Z" },
  bulkEnroll: {
    operations: [
      { course_id: exampleId("course"), ...ana },
      { course_id: exampleId("course"), email: "lu@school.example", name: "Lu Wei", access_days: 90 },
    ],
    create_students: true,
  },
  extendEnrollment: [
    ["By a number of days", { days: 30 }],
    ["Until a date", { until: "2034-12-31T00:00:00.000Z" }],
    ["With lifetime access", { lifetime: true }],
  ],
  expireEnrollment: { at: "2034-12-31T00:00:00.000Z" },
  revokeEnrollment: { reason: "Paid back on the day of purchase" },
  reportProgress: {
    events: [
      { ...completed, id: "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c5f", kind: "position", position_seconds: 420 },
      completed,
    ],
  },
  bulkProgressEvents: { operations: [{ ...completed, enrollment_id: exampleId("enrollment") }] },
  resetProgress: { lecture_ids: [exampleId("lecture")] },
  replaceUnlocks: { section_ids: [exampleId("section")], lecture_ids: [exampleId("lecture")] },
  recordQuizAttempt: attempt,
  bulkQuizAttempts: { operations: [{ op: "create", data: attempt }] },
  recordSubmission: {
    enrollment_id: exampleId("enrollment"),
    lecture_id: exampleId("lecture"),
    text: "Handed in on paper: Polaris is the third star from the left.",
    submitted_at: "2025-11-20T19:55:00.000Z",
  },
  gradeSubmission: [
    ["With a score", { score: 85, feedback: "Well seen. Polaris is a little further left." }],
    ["Returned to the student", { status: "returned", feedback: "The picture is too dark to be read: send it again." }],
  ],
  issueCertificate: { enrollment_id: exampleId("enrollment") },
  revokeCertificate: { reason: "Issued to the wrong person" },
  createGroup: {
    name: "Winter evenings 2026",
    course_ids: [exampleId("course")],
    starts_at: "2026-01-12T18:00:00.000Z",
    ends_at: "2026-03-30T20:00:00.000Z",
  },
  updateGroup: { name: "Winter evenings 2026, second group" },
  addGroupStudents: { student_ids: [exampleId("member")], enroll: true },
};

const halfWay = { completed_lectures: 12, total_lectures: 24, percent: 50 };

export const studentResources: ResourceExamples = {
  student: {
    ...ana,
    phone: "+351912345678",
    locale: "en",
    tags: ["evening class"],
    custom_fields: { telescope: "Dobson 200" },
    enrollment_count: 3,
    completed_count: 1,
    last_active_at: "2025-11-20T19:55:00.000Z",
    total_watch_seconds: 28_440,
    external_id: "crm/1207",
  },
  enrollment: {
    plan_id: exampleId("coursePlan"),
    source: "purchase",
    source_id: exampleId("order"),
    expires_at: "2026-12-31T00:00:00.000Z",
    lifetime: false,
    starts_at: "2025-09-01T08:30:00.000Z",
  },
  EnrollmentProgress: {
    ...halfWay,
    last_lecture_id: exampleId("lecture"),
    last_position_seconds: 420,
    last_activity_at: "2025-11-20T19:55:00.000Z",
  },
  enrollment_progress: {
    ...halfWay,
    sections: [
      {
        section_id: exampleId("section"),
        title: "The northern sky",
        completed_lectures: 1,
        total_lectures: 4,
        lectures: [
          {
            lecture_id: exampleId("lecture"),
            title: "Finding north",
            kind: "video",
            required: true,
            completed: true,
            completed_at: "2025-11-20T19:55:00.000Z",
            position_seconds: 540,
            watched_seconds: 512,
            first_opened_at: "2025-11-20T19:40:00.000Z",
            occurred_at: "2025-11-20T19:55:00.000Z",
            updated_at: "2025-11-20T19:55:00.000Z",
          },
        ],
      },
    ],
  },
  lecture_progress: {
    completed: true,
    completed_at: "2025-11-20T19:55:00.000Z",
    position_seconds: 540,
    watched_seconds: 512,
    first_opened_at: "2025-11-20T19:40:00.000Z",
  },
  quiz_attempt: {
    quiz_version: 3,
    attempt_no: 1,
    started_at: "2025-11-20T19:40:00.000Z",
    submitted_at: "2025-11-20T19:55:00.000Z",
    score_percent: 66.6,
    passed: true,
    created_at: "2025-11-20T19:40:00.000Z",
  },
  GradedQuizAnswer: { question_id: "q2", text: "7", correct: true, points: 2 },
  submission: {
    text: "Polaris stood above the chimney.",
    file_ids: [],
    files: [],
    status: "graded",
    submitted_at: "2025-11-18T21:10:00.000Z",
    due_at: "2025-11-19T00:00:00.000Z",
    created_at: "2025-11-18T21:10:00.000Z",
    given_score: 85,
    score: 85,
    feedback_markdown: "Well seen. Polaris is a **little** further left.",
    graded_by: exampleId("member"),
    graded_at: "2025-11-20T19:55:00.000Z",
  },
  certificate: {
    student_name: "Ana Lima",
    course_name: "The night sky",
    issued_at: "2025-11-20T19:55:00.000Z",
    expires_at: null,
    created_at: "2025-11-20T19:55:00.000Z",
    url: `${exampleOrigin}/certificates/7K3M-Q9ZD-4TWX-P2VA`,
  },
  group: {
    name: "Winter evenings 2026",
    starts_at: "2026-01-12T18:00:00.000Z",
    ends_at: "2026-03-30T20:00:00.000Z",
    student_count: 18,
  },
};

const revoked = { status: "revoked", revoked_at: "2025-11-20T19:55:00.000Z" };

export const studentResponses: ResponseExamples = {
  updateStudent: { name: "Ana Lima Duarte" },
  bulkStudents: bulkResults("member", "created", "unchanged"),
  bulkQuizAttempts: bulkResults("quizAttempt", "created"),
  enrollStudent: {
    plan_id: null,
    source: "manual",
    source_id: null,
    expires_at: null,
    lifetime: true,
    created: true,
    progress: {
      completed_lectures: 0,
      total_lectures: 24,
      percent: 0,
      last_lecture_id: null,
      last_position_seconds: null,
      last_activity_at: null,
    },
  },
  bulkEnroll: bulkResults("enrollment", "created", "created"),
  updateEnrollment: { expires_at: "2034-12-31T00:00:00.000Z" },
  extendEnrollment: { expires_at: "2026-01-30T00:00:00.000Z" },
  expireEnrollment: { expires_at: "2034-12-31T00:00:00.000Z" },
  revokeEnrollment: { ...revoked, revoke_reason: "Paid back on the day of purchase" },
  reportProgress: bulkResults(undefined, "updated", "updated"),
  bulkProgressEvents: bulkResults(undefined, "updated"),
  revokeCertificate: { ...revoked, revoke_reason: "Issued to the wrong person" },
  createGroup: { student_count: 0 },
  updateGroup: { name: "Winter evenings 2026, second group" },
};
