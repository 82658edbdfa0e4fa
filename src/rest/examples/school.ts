import { exampleId } from "#domain/ids.ts";
import type { Examples } from "./examples.ts";

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
        content: "email,name,external_id\nana@school.example,Ana Lima,crm/1207\n",
        dry_run: true,
      },
    ],
    ["Rows from a file of the site", { format: "csv", resource: "enrollments", file_id: exampleId("file") }],
    [
      "A course as a folder of Markdown",
      { format: "course_folder", files: [{ path: "course.md", content: "---\nname: The night sky\n---\n" }] },
    ],
  ],
  startExport: [
    ["All students, as a table", { resources: ["students"], format: "csv" }],
    [
      "Who has access to a course, and the orders besides",
      {
        resources: ["enrollments", "orders"],
        format: "ndjson",
        filter: { enrollments: { course_id: [exampleId("course")], status: ["active"] } },
      },
    ],
  ],
};
