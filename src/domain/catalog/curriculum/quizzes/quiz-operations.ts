import * as z from "zod";
import { formatId, Id } from "#domain/platform/ids.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { concludeLecture, curriculumEvents } from "#domain/catalog/curriculum/change.ts";
import { requireLockedLecture, requireLecture } from "#domain/catalog/curriculum/require-locked.ts";
import { presentQuiz, Quiz, quizContent, quizFieldsOf } from "./quiz.ts";
import { findQuiz, lockQuiz, updateQuiz } from "./quiz-queries.ts";
import { saveQuiz } from "./save-quiz.ts";

const aboutQuiz = ({ id }: { id: string }) => ({
  resourceType: "quiz",
  resourceId: formatId("lecture", id),
});

export const getQuiz = operation({
  name: "getQuiz",
  summary: "Retrieve the quiz of a lecture",
  description: "Includes the correct answers.",
  access: { scope: "curriculum:read" },
  writes: false,
  input: z.object({ id: Id("lecture") }),
  output: Quiz,
  async run(context, { id: lectureId }) {
    await requireLecture(context, lectureId);
    const quiz = await findQuiz(context, lectureId);
    if (!quiz) throw noQuiz(lectureId);
    return presentQuiz(quiz);
  },
  version: ({ etag }) => etag,
});

export const replaceQuiz = operation({
  name: "replaceQuiz",
  summary: "Replace the quiz of a lecture",
  description: "Creates a new version if the quiz already has attempts.",
  access: { scope: "curriculum:write" },
  writes: true,
  input: z.object({ ...quizContent, id: Id("lecture") }),
  output: Quiz,
  async run(context, { id: lectureId, ...content }) {
    const lecture = await requireLockedLecture(context, lectureId);
    const existing = await lockQuiz(context, lectureId);
    requireVersion(context, { version: existing && !existing.deletedAt ? existing.version : 0 });
    await saveQuiz(context, lectureId, existing, await quizFieldsOf(context, content), context.now);
    return concludeLecture(context, lecture, async () => presentQuiz((await findQuiz(context, lectureId))!));
  },
  version: ({ etag }) => etag,
  audit: aboutQuiz,
  event: curriculumEvents,
});

export const deleteQuiz = operation({
  name: "deleteQuiz",
  summary: "Delete the quiz of a lecture",
  access: { scope: "curriculum:write" },
  writes: true,
  input: z.object({ id: Id("lecture") }),
  output: z.object({ id: Id("lecture") }),
  async run(context, { id: lectureId }) {
    const lecture = await requireLockedLecture(context, lectureId);
    const quiz = await lockQuiz(context, lectureId);
    if (!quiz || quiz.deletedAt) throw noQuiz(lectureId);
    requireVersion(context, quiz);
    await updateQuiz(context, lectureId, { deletedAt: context.now }, context.now);
    return concludeLecture(context, lecture, () => ({ id: lectureId }));
  },
  audit: aboutQuiz,
  event: curriculumEvents,
});

const noQuiz = (lectureId: string) => notFound("quiz", `of the lecture ${formatId("lecture", lectureId)}`);
