import type { AdminSectionName } from "#pages/admin/sections.ts";
import type { AdminPage } from "#pages/views/admin/layout.ts";
import { submissionPage, type SubmissionPage } from "#pages/views/admin/submissions/submission.ts";
import {
  submissionList,
  type SubmissionList,
  type SubmissionRowView,
} from "#pages/views/admin/submissions/submissions.ts";
import type { Names } from "./sample-views.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 10, 18, hour, 5));

/** The pages on which assignments are graded. */
export function sampleSubmissions(admin: (section: AdminSectionName) => AdminPage, names: Names): [string, string][] {
  const page = admin("submissions");
  const row: SubmissionRowView = {
    id: "sbm_01k9g2c8p4e6t0v3x5y7z9b1d3",
    status: "submitted",
    isWithdrawn: false,
    assignment: names.client,
    course: names.site,
    student: names.person,
    submittedAt: at(9),
    daysLate: 2,
  };
  const graded: SubmissionRowView = {
    ...row,
    id: "sbm_01k9g2c8p4e6t0v3x5y7z9b1d4",
    status: "graded",
    student: null,
    daysLate: 0,
  };
  const list: SubmissionList = {
    submissions: [row, graded],
    filter: "all",
    course: "",
    assignment: "lec_01k9g2c8p4e6t0v3x5y7z9b1d4",
    courses: [{ id: "crs_01k9g2c8p4e6t0v3x5y7z9b1d3", name: names.site }],
    mayGrade: true,
    pages: { next: "/admin/submissions?status=all&cursor=x" },
    notice: "graded",
  };
  const earlier = {
    submittedAt: at(7),
    gradedAt: at(8),
    text: names.person,
    url: null,
    fileNames: ["knot.png"],
    score: 3,
    givenScore: 3,
    feedbackHtml: "<p>Pull <em>tighter</em>.</p>",
  };
  const toGrade: SubmissionPage = {
    submission: {
      ...row,
      version: 3,
      text: `${names.site}\n\n${names.person}`,
      url: "https://pictures.example/bowline",
      files: [
        { filename: `${names.client}.pdf`, byteSize: 1_400_000, url: "/files/fil_1", shown: "link" },
        { filename: `${names.client}.png`, byteSize: 1_400_000, url: "/files/fil_2", shown: "image" },
        { filename: `${names.client}.txt`, byteSize: 1_400, url: "/files/fil_3", shown: "link", text: names.person },
      ],
      score: null,
      givenScore: null,
      gradedAt: null,
      feedbackHtml: "<p>Pull <em>tighter</em>.</p>",
      isFeedbackOutdated: true,
      earlier: [earlier],
    },
    lectureHref: "/learn/knots/lec_2",
    assignment: {
      instructionsHtml: "<p>Tie a bowline and photograph it.</p>",
      maxScore: 10,
      rubric: [{ title: names.client, description: names.person, points: 6 }],
      penalty: 10,
    },
    held: null,
    snippets: [{ id: "01890000-0000-7000-8000-000000000001", text: names.person }],
    form: { score: "", criteria: [""], feedback: "" },
    mayGrade: true,
    problem: undefined,
    notice: undefined,
    last: "sbm_01k9g2c8p4e6t0v3x5y7z9b1d4",
    previous: "sbm_01k9g2c8p4e6t0v3x5y7z9b1d5",
    next: "sbm_01k9g2c8p4e6t0v3x5y7z9b1d6",
    narrowing: { filter: "submitted", course: "", assignment: "" },
  };
  const done: SubmissionPage = {
    ...toGrade,
    submission: {
      ...toGrade.submission,
      status: "graded",
      score: 6.8,
      givenScore: 8.5,
      gradedAt: at(11),
      isFeedbackOutdated: false,
    },
    held: null,
    snippets: [{ id: "01890000-0000-7000-8000-000000000001", text: names.person }],
    form: { score: "11", criteria: ["6"], feedback: names.person },
    problem: "points",
  };
  return [
    ["admin-submissions", submissionList(page, list)],
    [
      "admin-submissions-none",
      submissionList(page, {
        ...list,
        submissions: [],
        assignment: "",
        filter: "submitted",
        pages: {},
        notice: undefined,
      }),
    ],
    ["admin-submission", submissionPage(page, toGrade)],
    ["admin-submission-refused", submissionPage(page, done)],
    [
      "admin-submission-withdrawn",
      submissionPage(page, {
        ...toGrade,
        submission: { ...toGrade.submission, status: "returned", isWithdrawn: true, text: null, url: null, files: [] },
        form: null,
        unsent: names.person,
        notice: "withdrawn",
      }),
    ],
    [
      "admin-submission-read-only",
      submissionPage(page, { ...done, form: null, mayGrade: false, problem: undefined, notice: "changed" }),
    ],
  ];
}
