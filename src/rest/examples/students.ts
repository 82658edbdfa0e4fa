import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

const ana = { email: "ana@school.example", name: "Ana Lima" };

const completed = {
  id: "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60",
  lecture_id: exampleId("lecture"),
  kind: "completed",
  occurred_at: "2025-11-20T19:55:00.000Z",
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
      "Somebody who is a student, for good",
      { course_id: exampleId("course"), student_id: exampleId("member"), lifetime: true },
    ],
    [
      "Whoever has this address, for a quarter of a year",
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
    ["By days", { days: 30 }],
    ["Up to a day", { until: "2034-12-31T00:00:00.000Z" }],
    ["For good", { lifetime: true }],
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
  recordQuizAttempt: {
    enrollment_id: exampleId("enrollment"),
    lecture_id: exampleId("lecture"),
    answers: [{ question_id: "pole-star", choice_ids: ["polaris"] }],
    started_at: "2025-11-20T19:40:00.000Z",
    submitted_at: "2025-11-20T19:55:00.000Z",
  },
  gradeSubmission: [
    ["With a score", { score: 85, feedback: "Well seen. Polaris is a little further left." }],
    ["Back to the student", { status: "returned", feedback: "The picture is too dark to be read: send it again." }],
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
