import { adminAction, adminPage, atNewest } from "./administrators.ts";
import { changeOfLecture, lectureOfOthers } from "./lectures.ts";
import type { Attempt } from "./attempt.ts";

const quizPage = (page: string): Attempt =>
  atNewest(
    "lecture",
    "lectures",
    "/admin/lectures",
    (address) => adminPage(address, { notFound: true }),
    `/quiz/${page}`,
  );

const quizAction = (page: string, fields: Record<string, string>): Attempt =>
  atNewest(
    "lecture",
    "lectures",
    "/admin/lectures",
    (address) => adminAction(address, { fields, notFound: true }),
    `/quiz/${page}`,
  );

export const teachingAttempts: Record<string, Attempt> = {
  "GET /admin/lectures/:id/assignment/edit": lectureOfOthers("/assignment/edit"),
  "POST /admin/lectures/:id/assignment/edit": changeOfLecture("/assignment/edit"),
  "GET /admin/lectures/:id/quiz/edit": quizPage("edit"),
  "POST /admin/lectures/:id/quiz/edit": quizAction("edit", { "questions.0.prompt_markdown": "Who?" }),
  "GET /admin/lectures/:id/quiz/import": quizPage("import"),
  "POST /admin/lectures/:id/quiz/import": quizAction("import", { text: "Who? {=I ~You}", act: "add" }),
  "GET /admin/lectures/:id/quiz/try": quizPage("try"),
  "POST /admin/lectures/:id/quiz/try": quizAction("try", { attempt: "1" }),
  "GET /admin/submissions/students": adminPage(() => "/admin/submissions/students"),
};
