import { getQuiz, replaceQuiz } from "#domain/catalog/curriculum/quizzes/quiz-operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { runDry } from "#domain/platform/dry-run.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { readGift } from "./read-gift.ts";
import { maxQuestions, type ReadQuestion, type ReadRow } from "./read-question.ts";
import { readQuestionsCsv } from "./read-questions-csv.ts";

export type ImportFormat = "gift" | "csv";

export interface ImportSource {
  text: string;
  format: ImportFormat;
  /** Names of the answers of true-false questions. */
  names: { yes: string; no: string };
}

/** A text with questions, read and checked. */
export interface CheckedImport {
  rows: ReadRow[];
  /** The input of the write that adds the valid questions to the quiz. Undefined without a valid question. */
  input: { id: string; questions: unknown[] } | undefined;
  validCount: number;
  /** The version of the quiz that the questions are added to. Undefined for a new quiz. */
  version: number | undefined;
}

/** Reads the questions and checks them as saving would (dry run). */
export async function checkImport(
  context: RequestContext,
  lectureId: string,
  { text, format, names }: ImportSource,
): Promise<CheckedImport> {
  const { version, current } = await readCurrent(context, lectureId);
  const free = maxQuestions - current.questions.length;
  let count = 0;
  const limited = (format === "csv" ? readQuestionsCsv(text) : readGift(text, names)).map((row): ReadRow => {
    if ("problem" in row || ++count <= free) return row;
    return { line: row.line, problem: "too_many", text: row.question.promptMarkdown };
  });
  const wrong = await findRefused(context, lectureId, current, limited.flatMap(questionsIn));
  let at = -1;
  const rows = limited.map((row): ReadRow => {
    if ("problem" in row || !wrong.has(++at)) return row;
    return { line: row.line, problem: "refused", text: row.question.promptMarkdown };
  });
  const valid = rows.flatMap(questionsIn);
  const input =
    valid.length === 0 ? undefined : { id: lectureId, ...current, questions: [...current.questions, ...valid] };
  return { rows, input, validCount: valid.length, version };
}

const questionsIn = (row: ReadRow): ReadQuestion[] => ("question" in row ? [row.question] : []);

interface Current {
  questions: readonly unknown[];
}

/** The quiz as it is stored, or a new one. */
async function readCurrent(
  context: RequestContext,
  id: string,
): Promise<{ version: number | undefined; current: Current }> {
  try {
    const quiz = await perform(getQuiz, context, { id });
    const { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, metadata, questions } = quiz;
    const current = { passPercent, attemptsAllowed, timeLimitSeconds, shuffle, showAnswers, metadata, questions };
    return { version: Number(/^"(\d+)-/.exec(String(getQuiz.version?.(quiz)))?.[1]), current };
  } catch (error) {
    if (error instanceof Problem && error.code === "not_found")
      return { version: undefined, current: { questions: [] } };
    throw error;
  }
}

/** Returns the positions of questions that saving would refuse. */
async function findRefused(
  context: RequestContext,
  id: string,
  current: Current,
  read: readonly ReadQuestion[],
): Promise<ReadonlySet<number>> {
  const refused = new Set<number>();
  // A response names a limited number of errors. Each round leaves out what the rounds before have named.
  for (let round = 0; round < 4 && refused.size < read.length; round++) {
    const kept = read
      .map((question, position) => ({ question, position }))
      .filter(({ position }) => !refused.has(position));
    try {
      const questions = [...current.questions, ...kept.map(({ question }) => question)];
      await runDry(replaceQuiz, context, { id, ...current, questions });
      return refused;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
      for (const { pointer } of error.details.errors ?? []) {
        const index = Number(/^\/questions\/(\d{1,3})(?:\/|$)/.exec(pointer)?.[1] ?? Number.NaN);
        const refusedRow = kept[index - current.questions.length];
        if (!refusedRow) throw error;
        refused.add(refusedRow.position);
      }
    }
  }
  return refused.size < read.length ? new Set(read.keys()) : refused;
}
