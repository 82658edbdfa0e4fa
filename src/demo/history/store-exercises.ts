import type { Question } from "#domain/catalog/curriculum/quizzes/question.ts";
import { htmlOfMarkdown, withRenderings } from "#domain/platform/texts/render.ts";
import { type Answer, gradeAnswers } from "#domain/learning/quiz-attempts/grade.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { DemoPeople } from "../content/school-files.ts";
import type { Random } from "../random.ts";
import { type Calendar, plusDays, plusMinutes } from "./calendar.ts";
import type { Learning, Step } from "./history.ts";
import { insertRows } from "./insert-rows.ts";

interface Making {
  calendar: Calendar;
  random: Random;
  texts: DemoPeople["submissions"];
  /** The lecturer who grades. */
  graderId: string;
}

/** Stores the attempts at quizzes and the submissions that belong to the progress of the members. */
export async function storeExercises(scope: SiteScope, learning: readonly Learning[], making: Making): Promise<void> {
  const done = learning.flatMap((one) => one.steps.flatMap((step) => (step.doneAt ? [{ ...one, step }] : [])));
  const attempts = done.flatMap((one) => attemptsOf(one, making.random));
  await insertRows(scope, "quiz_attempts", attempts);
  await scope.db.run`
    update quizzes set attempted = true
     where site_id = ${scope.site.id} and lecture_id = any(${[...new Set(attempts.map(({ lectureId }) => lectureId))]}::uuid[])`;
  const rendered = await withRenderings(
    scope,
    making.texts.map(({ feedback }) => feedback),
  );
  const submitted = done
    .filter(({ step }) => step.lecture.kind === "assignment")
    .toSorted((one, other) => timeOf(other) - timeOf(one));
  const submissions = [];
  for (const [index, one] of submitted.entries()) {
    submissions.push(await submissionOf(rendered, one, { ...making, isWaiting: index < waitingCount }));
  }
  await insertRows(scope, "submissions", submissions);
}

/** The newest submissions wait for the lecturer. */
const waitingCount = 3;

const timeOf = ({ step }: Done): number => step.doneAt?.getTime() ?? 0;

type Done = Learning & { step: Step };

/** Most pass at the first attempt, some at the second one. */
function attemptsOf({ id: enrollmentId, person, course, step }: Done, random: Random) {
  const { lecture, openedAt, doneAt } = step;
  const { questions } = lecture;
  if (!questions || !doneAt) return [];
  const row = (attemptNo: number, submittedAt: Date, rightShare: number) => {
    const quiz = { questions, passPercent: attemptNo === 0 ? 0 : 60 };
    const grade = gradeAnswers(
      quiz,
      questions.map((question) => answerTo(question, random.chance(rightShare))),
    );
    return {
      id: newId(),
      enrollmentId,
      studentId: person.id,
      courseId: course.id,
      lectureId: lecture.id,
      quizVersion: 1,
      attemptNo,
      startedAt: openedAt,
      submittedAt,
      createdAt: openedAt,
      updatedAt: submittedAt,
      answers: JSON.stringify(grade.answers),
      scorePercent: grade.scorePercent,
      passed: grade.passed,
    };
  };
  const first = random.chance(0.25) ? row(1, plusMinutes(openedAt, 0.4), 0.35) : undefined;
  const failed = first && !first.passed ? [first] : [];
  let passed = row(failed.length + 1, doneAt, 0.85);
  if (!passed.passed) passed = row(failed.length + 1, doneAt, 1);
  return [...failed, passed];
}

/** An answer as the page sends it. */
function answerTo({ id: questionId, kind, choices, acceptedAnswers }: Question, isRight: boolean): Answer {
  const answer = { questionId, choiceIds: [] as string[], text: null, matches: {} };
  if (kind === "short_text" || kind === "numeric") {
    return { ...answer, text: isRight ? (acceptedAnswers[0] ?? "") : kind === "numeric" ? "7" : "?" };
  }
  const ids = choices.map(({ id }) => id);
  if (kind === "ordering") return { ...answer, choiceIds: isRight ? ids : ids.toReversed() };
  return {
    ...answer,
    choiceIds: choices
      .filter(({ correct }) => correct === isRight)
      .map(({ id }) => id)
      .slice(0, isRight ? 50 : 1),
  };
}

async function submissionOf(
  scope: SiteScope,
  { id: enrollmentId, person, course, step, completedAt }: Done,
  { calendar, random, texts, graderId, isWaiting }: Making & { isWaiting: boolean },
) {
  const { lecture, doneAt } = step;
  const submittedAt = doneAt ?? calendar.now;
  const { text, feedback, points } = random.pick(texts);
  const gradedAt = plusDays(submittedAt, random.between(0.6, 5));
  const isGraded = !isWaiting && calendar.isPast(gradedAt);
  const score = Math.min(points, lecture.maxScore ?? 100);
  return {
    id: newId(),
    enrollmentId,
    studentId: person.id,
    courseId: course.id,
    lectureId: lecture.id,
    text,
    submittedAt,
    createdAt: submittedAt,
    updatedAt: isGraded ? gradedAt : submittedAt,
    status: isGraded ? "graded" : "submitted",
    givenScore: isGraded ? score : null,
    score: isGraded ? score : null,
    feedbackMarkdown: isGraded ? feedback : null,
    gradedAt: isGraded ? gradedAt : null,
    feedbackHtml: isGraded ? await htmlOfMarkdown(scope, feedback) : null,
    gradedBy: isGraded ? graderId : null,
    version: completedAt && isGraded ? 2 : 1,
  };
}
