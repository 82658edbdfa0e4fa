import type { FastifyInstance } from "fastify";
import { handInMyWork, showMyAssignment } from "#domain/learning/my-assignment.ts";
import { perform } from "#domain/operation.ts";
import { Problem } from "#domain/problem.ts";
import type { AssignmentView } from "../views/learn/assignment.ts";
import { formOf } from "../visit.ts";
import type { Pupil, StartLesson } from "./pupil.ts";
import { addressOf } from "./quiz.ts";

interface Address {
  Params: { course: string; lecture: string };
}

/** Undefined where there is nothing to hand in for them. */
export async function assignmentOf(
  { context }: Pupil,
  place: object,
  { here, refused }: { here: string; refused: boolean },
): Promise<AssignmentView | undefined> {
  const found = await perform(showMyAssignment, context, place);
  if (!found) return undefined;
  const { submission, submissionKinds: kinds, latePolicy: late, dueAt } = found;
  const isClosed = late.kind === "refuse" && dueAt !== null && dueAt < context.now;
  return {
    ...found,
    late,
    asks: { text: kinds.includes("text"), url: kinds.includes("url") || kinds.includes("file") },
    isOpen: !isClosed && (submission === null || submission.status === "returned"),
    refused,
    action: `${here}/work`,
  };
}

/** POST /learn/{course}/{lecture}/work: work is handed in. */
export function assignmentForm(app: FastifyInstance, start: StartLesson, csrfKey: Buffer): void {
  app.post<Address>("/learn/:course/:lecture/work", (request, reply) =>
    start(request, reply, async (pupil) => {
      const { course, lecture } = request.params;
      const form = formOf(pupil, csrfKey);
      const here = addressOf(request.params);
      if (!form) return reply.redirect(here, 303);
      const work = { text: form.get("text") ?? null, url: form.get("url") ?? null };
      try {
        await perform(handInMyWork, pupil.context, { course, lectureId: lecture, ...work });
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== "validation_failed") throw error;
        return reply.redirect(`${here}?problem=work`, 303);
      }
      return reply.redirect(here, 303);
    }),
  );
}
