import type { LectureRecord } from "#domain/catalog/curriculum/lectures/lecture.ts";

/** Activity types of vle.csv: their titles, and the kind of lecture they become. */
export const activities: Record<string, { title: string; kind: LectureRecord["kind"] }> = {
  dataplus: { title: "Data activity", kind: "text" },
  dualpane: { title: "Two-pane activity", kind: "text" },
  externalquiz: { title: "External quiz", kind: "quiz" },
  folder: { title: "Folder", kind: "text" },
  forumng: { title: "Forum", kind: "text" },
  glossary: { title: "Glossary", kind: "text" },
  homepage: { title: "Home page", kind: "text" },
  htmlactivity: { title: "Interactive page", kind: "text" },
  oucollaborate: { title: "Online room", kind: "live" },
  oucontent: { title: "Study text", kind: "text" },
  ouelluminate: { title: "Online tutorial", kind: "live" },
  ouwiki: { title: "Wiki", kind: "text" },
  page: { title: "Page", kind: "text" },
  questionnaire: { title: "Questionnaire", kind: "text" },
  quiz: { title: "Quiz", kind: "quiz" },
  repeatactivity: { title: "Repeated activity", kind: "text" },
  resource: { title: "Resource", kind: "pdf" },
  sharedsubpage: { title: "Shared page", kind: "text" },
  subpage: { title: "Subpage", kind: "text" },
  url: { title: "Link", kind: "link" },
};

/** Tutor-marked, computer-marked, final exam. */
export const assessmentTypes = ["TMA", "CMA", "Exam"] as const;

export const assessmentKinds: Record<(typeof assessmentTypes)[number], "quiz" | "assignment"> = {
  TMA: "assignment",
  CMA: "quiz",
  Exam: "quiz",
};
