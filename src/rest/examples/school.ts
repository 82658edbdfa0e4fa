import { exampleId } from "#domain/platform/ids.ts";
import { type ResponseExamples, type Examples, type ResourceExamples, exampleOrigin } from "./examples.ts";

export const schoolExamples: Examples = {
  updateSchool: {
    name: "School of the Night Sky",
    support_email: "help@school.example",
    time_zone: "Asia/Taipei",
    default_currency: "USD",
    currencies: ["USD", "TWD"],
    legal: { company: "Night Sky Ltd", terms_url: "https://school.example/terms" },
  },
  updateSchoolSettings: { settings: { autoplay_next: false } },
  startImport: [
    [
      "Members as CSV",
      {
        format: "csv",
        resource: "members",
        inline: "email,name,external_id\nana@school.example,Ana Lima,crm/1207\n",
        dry_run: true,
      },
    ],
    ["Rows from a file of the site", { format: "csv", resource: "enrollments", file_id: exampleId("file") }],
    [
      "A course as a Markdown folder",
      { format: "course_folder", files: [{ path: "course.md", content: "---\nname: The night sky\n---\n" }] },
    ],
  ],
  startExport: [
    ["All students as a table", { resources: ["students"], format: "csv" }],
    [
      "Enrollments of a course, and orders",
      {
        resources: ["enrollments", "orders"],
        format: "ndjson",
        filter: { enrollments: { course_id: [exampleId("course")], status: ["active"] } },
      },
    ],
  ],
};

const rows = { total: 1200, processed: 300, created: 280, updated: 12, unchanged: 5, failed: 3, warned: 0 };

export const schoolResources: ResourceExamples = {
  school: {
    name: "School of the Night Sky",
    slug: "night-sky",
    description: "Astronomy for everybody, outside and at night.",
    support_email: "help@school.example",
    time_zone: "Asia/Taipei",
    default_currency: "USD",
    currencies: ["USD", "TWD"],
    legal: { company: "Night Sky Ltd", terms_url: "https://school.example/terms" },
    social: { mastodon: "https://social.example/@nightsky" },
    locales: ["en", "zh-TW"],
    url: exampleOrigin,
    counts: { courses: 12, lecturers: 4, posts: 31 },
    features: { mail: true },
  },
  me: {
    kind: "access_token",
    scopes: ["courses:read", "students:read"],
    expires_at: "2025-11-20T20:55:00.000Z",
    client: { id: exampleId("client"), name: "Warehouse sync" },
    api_key: null,
    member: { id: exampleId("member"), name: null, email: null, roles: ["owner"] },
    school: { id: exampleId("site"), name: "School of the Night Sky", url: exampleOrigin },
  },
  school_usage: {
    counts: { members: 640, enrollments: 1893, courses: 12, lecturers: 4, posts: 31, files: 212 },
    storage_bytes: 48_318_382_080,
    api_calls: { today: 1840, thirty_days: 51_204 },
  },
  audit_entry: {
    action: "updateCourse",
    actor: { kind: "person", member_id: exampleId("member") },
    resource: { type: "course", id: exampleId("course") },
    details: { fields: ["subtitle"] },
    ip: "203.0.113.7",
    created_at: "2025-11-20T19:55:00.000Z",
    request_id: "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60",
  },
  job: {
    kind: "import",
    format: "csv",
    resources: ["members"],
    status: "running",
    dry_run: false,
    member_id: exampleId("member"),
    client_id: exampleId("client"),
    created_at: "2025-11-20T19:55:00.000Z",
    started_at: "2025-11-20T19:55:01.000Z",
    updated_at: "2025-11-20T19:55:09.000Z",
    progress: rows,
    result: null,
  },
  JobProgress: rows,
  job_result: {
    row_number: 17,
    created_at: "2025-11-20T19:55:03.000Z",
    name: "people.csv:18",
    error: { code: "validation_failed", detail: "email: Expected an email address." },
  },
};

const queued = {
  status: "queued",
  started_at: null,
  updated_at: "2025-11-20T19:55:00.000Z",
  progress: { ...rows, total: null, processed: 0, created: 0, updated: 0, unchanged: 0, failed: 0, warned: 0 },
};

export const schoolResponses: ResponseExamples = {
  startImport: queued,
  startExport: { ...queued, kind: "export", resources: ["students"] },
  exportMemberData: { ...queued, kind: "member_export", format: "json", resources: [] },
  eraseMember: { ...queued, kind: "member_erasure", format: "member", resources: [] },
  cancelJob: { cancel_requested_at: "2025-11-20T19:55:30.000Z" },
};
