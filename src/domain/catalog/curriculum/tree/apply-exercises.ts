import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { LectureMatch } from "./apply-lectures.ts";
import { assignmentFieldsOf } from "#domain/catalog/curriculum/assignments/assignment.ts";
import { lockAssignment, updateAssignment } from "#domain/catalog/curriculum/assignments/assignment-queries.ts";
import type { Changes } from "#domain/catalog/curriculum/change.ts";
import { quizFieldsOf } from "#domain/catalog/curriculum/quizzes/quiz.ts";
import { lockQuiz, updateQuiz } from "#domain/catalog/curriculum/quizzes/quiz-queries.ts";
import { saveAssignment } from "#domain/catalog/curriculum/assignments/save-assignment.ts";
import { saveQuiz } from "#domain/catalog/curriculum/quizzes/save-quiz.ts";
import type { LectureNode } from "./tree-nodes.ts";

/** Applies the quizzes and assignments of lecture nodes. Lectures whose node has neither field keep theirs. */
export async function applyExercises(
  context: Context,
  lectures: readonly LectureMatch[],
  changes: Changes,
): Promise<void> {
  const known = new Set([...changes.added, ...changes.changed]);
  for (const { id, node } of lectures) {
    if (node.quiz === undefined && node.assignment === undefined) continue;
    const isOther = [await applyQuiz(context, id, node.quiz), await applyAssignment(context, id, node.assignment)];
    const wire = formatId("lecture", id);
    if (isOther.includes(true) && !known.has(wire)) changes.changed.push(wire);
  }
}

async function applyQuiz(context: Context, lectureId: string, content: LectureNode["quiz"]): Promise<boolean> {
  if (content === undefined) return false;
  const existing = await lockQuiz(context, lectureId);
  if (content !== null)
    return saveQuiz(context, lectureId, existing, await quizFieldsOf(context, content), context.now);
  if (!existing || existing.deletedAt) return false;
  await updateQuiz(context, lectureId, { deletedAt: context.now }, context.now);
  return true;
}

async function applyAssignment(
  context: Context,
  lectureId: string,
  content: LectureNode["assignment"],
): Promise<boolean> {
  if (content === undefined) return false;
  const existing = await lockAssignment(context, lectureId);
  if (content !== null) {
    return saveAssignment(context, lectureId, existing, await assignmentFieldsOf(context, content), context.now);
  }
  if (!existing || existing.deletedAt) return false;
  await updateAssignment(context, lectureId, { deletedAt: context.now }, context.now);
  return true;
}
