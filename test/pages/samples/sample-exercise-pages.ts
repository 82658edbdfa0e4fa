import { lecture, type LecturePage } from "#pages/views/learn/lecture.ts";
import { quizAttempt, quizAttempts } from "#pages/views/learn/quiz-attempts.ts";
import type { PageContext, Person } from "#pages/views/parts/page-context.ts";
import { sampleExercises } from "./sample-exercises.ts";
import type { Names } from "./sample-views.ts";

const at = (month: number) => new Date(Date.UTC(2026, month - 1, 3, 9, 5));

/** The pages of quizzes and assignments. `reading` is the lecture to which they belong. */
export const sampleExercisePages = (
  page: PageContext & { member: Person; csrf: string },
  names: Names,
  reading: LecturePage,
  here: string,
): [string, string][] => {
  const { exercise, aQuiz, aPreview, aResult, earlier, anAssignment, graded } = sampleExercises(names, reading, here);
  const hidden = { ...aResult, results: aResult.results.map((result) => ({ ...result, solution: null })) };
  const ofQuiz = {
    course: { href: here, name: names.client },
    lecture: { href: `${here}/lec_2`, title: names.person },
  };
  const resubmitted = {
    ...graded,
    status: "submitted",
    score: null,
    isFeedbackOutdated: true,
    earlier: [{ ...graded, fileNames: ["bowline.jpg"], submittedAt: at(3) }],
  } as const;
  return [
    ["learn-quiz", lecture(page, { ...exercise, quiz: { ...aQuiz, underWay: null } })],
    ["learn-quiz-paper", lecture(page, { ...exercise, quiz: aQuiz })],
    ["learn-quiz-result", lecture(page, { ...exercise, quiz: { ...aQuiz, underWay: null, last: aResult } })],
    [
      "learn-quiz-earlier",
      lecture(page, {
        ...exercise,
        quiz: { ...aQuiz, underWay: null, last: hidden, earlier, allAttempts: `${here}/lec_2/attempts` },
      }),
    ],
    ["learn-quiz-attempt", quizAttempt(page, { ...ofQuiz, attempt: aResult })],
    [
      "learn-quiz-attempts",
      quizAttempts(page, { ...ofQuiz, attempts: earlier, pages: { next: `${here}/lec_2/attempts?before=1` } }),
    ],
    ["learn-quiz-lapsed", lecture(page, { ...exercise, quiz: { ...aQuiz, underWay: null, hasLapsed: true } })],
    ["learn-quiz-staff", lecture(page, { ...exercise, toComplete: null, quizPreview: aPreview })],
    [
      "learn-assignment",
      lecture(page, {
        ...exercise,
        toComplete: { way: "submitAssignment", isMarked: false },
        assignment: anAssignment,
      }),
    ],
    [
      "learn-assignment-staff",
      lecture(page, {
        ...exercise,
        toComplete: null,
        assignment: { ...anAssignment, dueAt: null, isOpen: false },
        submissionsHref: "/admin/submissions",
      }),
    ],
    [
      "learn-assignment-graded",
      lecture(page, {
        ...exercise,
        toComplete: { way: "submitAssignment", isMarked: false },
        completedAt: at(5),
        assignment: { ...anAssignment, isOpen: false, late: { kind: "refuse" }, submission: graded },
      }),
    ],
    [
      "learn-assignment-returned",
      lecture(page, {
        ...exercise,
        toComplete: { way: "submitAssignment", isMarked: false },
        assignment: { ...anAssignment, problem: "files", submission: { ...graded, status: "returned", score: null } },
      }),
    ],
    [
      "learn-assignment-resubmitted",
      lecture(page, {
        ...exercise,
        toComplete: { way: "submitAssignment", isMarked: false },
        assignment: { ...anAssignment, isOpen: false, canWithdraw: true, submission: resubmitted },
      }),
    ],
    [
      "learn-assignment-withdrawn",
      lecture(page, {
        ...exercise,
        toComplete: { way: "submitAssignment", isMarked: false },
        assignment: {
          ...anAssignment,
          submission: { ...graded, status: "returned", isWithdrawn: true, gradedAt: null },
        },
      }),
    ],
  ];
};
