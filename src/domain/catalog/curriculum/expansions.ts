import type { Context } from "#domain/platform/context.ts";
import { type Expansion, owned } from "#domain/platform/expansion/expansion.ts";
import { Assignment, serializeAssignment } from "./assignments/assignment.ts";
import { listAssignmentsIn } from "./assignments/assignment-queries.ts";
import { Attachment, serializeAttachment } from "./attachments/attachment.ts";
import { listAttachmentsIn } from "./attachments/attachment-queries.ts";
import { loadTree } from "./tree/load-tree.ts";
import { serializeQuiz, Quiz } from "./quizzes/quiz.ts";
import { listQuizzesIn } from "./quizzes/quiz-queries.ts";
import { Curriculum } from "./tree/tree.ts";
import { findCurriculumVersion } from "./tree/tree-version.ts";

/** The complete curriculum of a course. Only for single courses because of its size. */
export const itsCurriculum: Expansion<{ id: string }> = {
  scope: "curriculum:read",
  item: Curriculum,
  many: false,
  async load(context, courses) {
    const trees: unknown[] = [];
    for (const { id } of courses) {
      trees.push(await loadTree(context, { id, version: await findCurriculumVersion(context, id) }, []));
    }
    return trees;
  },
};

const scope = "curriculum:read";

/** The quiz or assignment of a lecture, or null. A lecture has at most one of each. */
const exercise = <Found extends { lectureId: string }>(
  item: Expansion["item"],
  find: (context: Context, lectureIds: readonly string[]) => Promise<readonly Found[]>,
): Expansion<{ id: string }> => ({
  scope,
  item,
  many: false,
  async load(context, lectures) {
    const found = await find(
      context,
      lectures.map(({ id }) => id),
    );
    return lectures.map(({ id }) => found.find(({ lectureId }) => lectureId === id) ?? null);
  },
});

export const lectureExpansions = {
  attachments: owned(
    {
      scope,
      item: Attachment,
      find: async (context: Context, lectureIds) =>
        (await listAttachmentsIn(context, lectureIds)).map(serializeAttachment),
    },
    ({ lectureId }) => lectureId,
  ),
  quiz: exercise(Quiz, async (context, lectureIds) => (await listQuizzesIn(context, lectureIds)).map(serializeQuiz)),
  assignment: exercise(Assignment, async (context, lectureIds) =>
    (await listAssignmentsIn(context, lectureIds)).map(serializeAssignment),
  ),
};
