import { assignments, rows, sql } from "#database/statements/sql.ts";
import { columnsOf, defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { ofLectures } from "#domain/catalog/curriculum/lectures/of-lectures.ts";
import { completeQuestions, type StoredQuestion } from "./question.ts";
import type { QuizFields, QuizRecord } from "./quiz.ts";

const columns = sql`${columnsOf("quizzes")}, quizzes.deleted_at`;

type StoredQuiz = Omit<QuizRecord, "questions"> & { questions: StoredQuestion[] };

const completeQuiz = (stored: StoredQuiz): QuizRecord => ({
  ...stored,
  questions: completeQuestions(stored.questions),
});

export async function findQuiz({ db, site }: SiteScope, lectureId: string): Promise<QuizRecord | undefined> {
  const found = await db.first<StoredQuiz>`
    select ${columns} from quizzes where site_id = ${site.id} and lecture_id = ${lectureId} and deleted_at is null`;
  return found && completeQuiz(found);
}

/** Returns the quizzes of several lectures. */
export async function listQuizzesIn({ db, site }: SiteScope, lectureIds: readonly string[]): Promise<QuizRecord[]> {
  const found = await db.many<StoredQuiz>`
    select ${columns} from ${ofLectures(sql`quizzes`, site.id, lectureIds)}`;
  return found.map(completeQuiz);
}

/** Finds the quiz of a lecture, including deleted ones, and locks it. New attempts wait until the transaction ends. */
export async function lockQuiz({ db, site }: SiteScope, lectureId: string): Promise<QuizRecord | undefined> {
  const found = await db.first<StoredQuiz>`
    select ${columns} from quizzes where site_id = ${site.id} and lecture_id = ${lectureId} for update`;
  return found && completeQuiz(found);
}

export const { insert: insertQuiz } = defineTable<never, QuizFields & { lectureId: string }>("quizzes", {
  lists: ["questions"],
});

export async function updateQuiz(
  { db, site }: SiteScope,
  lectureId: string,
  { questions, ...changes }: Partial<Omit<QuizRecord, "version">>,
  now: Date,
): Promise<void> {
  const set = { ...changes, ...(questions && { questions: JSON.stringify(questions) }), updatedAt: now };
  await db.run`
    update quizzes set ${assignments(set)}, version = version + 1
     where site_id = ${site.id} and lecture_id = ${lectureId}`;
}

/** Archives the current version of a quiz, because results of attempts refer to it. */
export async function keepQuizVersion(
  { db, site }: SiteScope,
  { lectureId, quizVersion, ...quiz }: QuizRecord,
  now: Date,
): Promise<void> {
  const { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, questions } = quiz;
  const content = { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, questions };
  await db.run`
    insert into quiz_versions ${rows({ siteId: site.id, lectureId, quizVersion, content, replacedAt: now })}`;
}
