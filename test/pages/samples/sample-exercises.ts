import { type AssignmentView, nothingSaved } from "#pages/views/learn/assignment-view.ts";
import type { LecturePage } from "#pages/views/learn/lecture.ts";
import type { AttemptLink, AttemptView, QuizView } from "#pages/views/learn/quiz.ts";
import type { Question } from "#pages/views/learn/question.ts";
import type { QuizPreview } from "#pages/views/learn/quiz-preview.ts";
import type { Names } from "./sample-views.ts";

const at = (month: number) => new Date(Date.UTC(2026, month - 1, 3, 9, 5));

/** A quiz with questions of every kind, and an assignment with all its parts. */
export function sampleExercises(names: Names, reading: LecturePage, here: string) {
  const exercise: LecturePage = {
    ...reading,
    bodyHtml: null,
    attachments: [],
    toComplete: { way: "passQuiz", isMarked: false },
  };
  const choices = [names.client, names.person, names.site].map((text, index) => ({ id: `c${index}`, text }));
  const question = (id: string, kind: Question["kind"]): Question => ({
    id,
    kind,
    comparison: id === "q7" ? "exact" : "folded",
    promptHtml: "<p>Which of these holds?</p>",
    points: 2,
    choices: kind === "short_text" || kind === "numeric" ? [] : choices,
    matches: kind === "matching" ? ["Over", "Under"] : [],
    answer:
      { q1: { choiceIds: ["c0"], text: null, matches: {} }, q3: { choiceIds: [], text: names.person, matches: {} } }[
        id
      ] ?? null,
  });
  const aQuiz: QuizView = {
    passPercent: 60,
    questionCount: 6,
    timeLimitSeconds: 1800,
    attemptsLeft: 2,
    hasLapsed: false,
    underWay: {
      id: "qat_1",
      endsAt: at(9),
      questions: [
        question("q1", "single"),
        question("q2", "multiple"),
        question("q3", "short_text"),
        question("q4", "numeric"),
        question("q5", "ordering"),
        question("q6", "matching"),
        question("q7", "short_text"),
      ],
      now: at(8),
      revision: "0190-revision",
      savedAt: at(8),
      unanswered: ["q4", "q5", "q6", "q7"],
      elsewhere: [{ questionId: "q1", text: names.client }],
      island: { address: `${here}/lec_2/answers/draft`, keeper: "keeper" },
    },
    last: null,
    earlier: [],
    onward: { to: "next", href: `${here}/lec_3`, isQuiet: false },
    allAttempts: null,
    decimalMark: ".",
    beginAction: `${here}/lec_2/quiz`,
    answerAction: `${here}/lec_2/answers`,
  };
  const promptHtml = "<p>Which of these holds?</p>";
  const aPreview: QuizPreview = {
    passPercent: 60,
    attemptsAllowed: 3,
    timeLimitSeconds: 1800,
    decimalMark: ",",
    questions: [
      { ...question("q1", "single"), right: [names.client], explanation: names.person },
      { ...question("q4", "numeric"), right: ["42", "42.5"], explanation: null },
    ],
  };
  const feedback = [{ choice: names.client, feedback: names.person }];
  const solution = { correct: true, right: [names.client], acceptedAs: null, feedback, explanation: names.person };
  const read = { promptHtml, readAs: null, isNoNumber: false };
  const aResult: AttemptView = {
    attemptNo: 3,
    scorePercent: 66.6,
    passed: true,
    submittedAt: at(5),
    results: [
      { ...read, solution, responses: [names.client] },
      { ...read, solution: { ...solution, correct: false }, responses: [names.site] },
      { ...read, solution: { ...solution, correct: false, feedback: [], explanation: null }, responses: [] },
      { ...read, solution: { ...solution, acceptedAs: names.client }, responses: [names.client] },
      { ...read, solution: { ...solution, acceptedAs: "1235" }, responses: ["1,234"], readAs: "1234" },
      { ...read, solution: { ...solution, correct: false }, responses: [names.site], isNoNumber: true },
    ],
  };
  const earlier: AttemptLink[] = [
    { attemptNo: 2, scorePercent: 66.6, passed: true, submittedAt: at(4), href: `${here}/lec_2/attempts/qat_2` },
    { attemptNo: 1, scorePercent: 0, passed: false, submittedAt: at(3), href: `${here}/lec_2/attempts/qat_1` },
  ];
  const anAssignment: AssignmentView = {
    instructionsHtml: "<p>Tie a bowline and take a picture of it.</p>",
    maxScore: 100,
    rubric: [
      { title: names.client, description: names.person, points: 60 },
      { title: names.site, description: null, points: 40 },
    ],
    dueAt: at(9),
    dueDays: 14,
    late: { kind: "penalty", percentPerDay: 10 },
    asks: { text: true, url: true, files: true },
    submission: null,
    isOpen: true,
    problem: null,
    typed: { text: "", url: "" },
    ...nothingSaved,
    action: `${here}/lec_2/work`,
  };
  const graded: NonNullable<AssignmentView["submission"]> = {
    status: "graded",
    isWithdrawn: false,
    submittedAt: at(5),
    text: names.person,
    url: "https://pictures.example/bowline",
    files: [
      { id: "fil_1", filename: "bowline.jpg", byteSize: 1_430_000, url: "/files/fil_1?expires=1&signature=x" },
      { id: "fil_2", filename: `${names.client} ${"very-".repeat(20)}long.pdf`, byteSize: 812, url: "/files/fil_2" },
    ],
    score: 72,
    givenScore: 80,
    feedbackHtml: "<p>Pull the loop tighter.</p>",
    gradedAt: at(6),
    feedbackAt: at(6),
    isFeedbackOutdated: false,
    earlier: [],
  };
  return { exercise, aQuiz, aPreview, aResult, earlier, anAssignment, graded };
}
