import assert from "node:assert/strict";
import { now } from "../../../support/clock.ts";
import { database } from "../../../support/databases/database.ts";
import * as assigned from "../assigned-class.ts";
import { done } from "../causes/causes.ts";
import * as quiz from "../quiz-class.ts";
import type { Changes } from "./changes.ts";

export const changesOfLearning: Changes = {
  "a quiz attempt": async (operator, step) => {
    const world = await quiz.aClass(operator);
    const { id } = await done(quiz.record(operator, world, [quiz.right[0]!, { question_id: "name", text: "Helios" }]));
    const [star, name] = quiz.questions as [(typeof quiz.questions)[0], object];
    const fixed = { ...world.quiz, questions: [star, { ...name, accepted_answers: ["Sol", "Helios"] }] };
    await done(operator.put(`/lectures/${world.lecture}/quiz`, fixed));
    await step(() => done(operator.post(`/quiz_attempts/${id}/regrade`)));
  },
  "a submission": async (operator, step) => {
    const { lecture, handIn } = await assigned.aClass(operator, { submission_kinds: ["text", "file"] });
    const send = async (body: string, files: Parameters<typeof handIn>[1] = []) =>
      assert.equal((await handIn({ text: body }, files)).statusCode, 303);
    await send("Over, under");
    const { data } = await done<{ data: { id: string }[] }>(operator.get(`/submissions?assignment_id=${lecture}`));
    const [{ id }] = data as [{ id: string }];
    const grade = (fields: object) => done(operator.post(`/submissions/${id}/grade`, fields));
    await step(() => grade({ status: "returned", feedback: "Again" }));
    await step(() => send("Over, under, through", [{ name: "knot.txt", bytes: Buffer.from("A knot") }]));
    await step(() => grade({ score: 9, feedback: "Well tied" }));
    await step(() => grade({ score: 10 }));
  },
  "lecture progress": async (operator, step) => {
    const { enrollment, lecture } = await assigned.aClass(operator);
    const report = (kind: string, fields: object = {}) => {
      const event = { id: crypto.randomUUID(), lecture_id: lecture, kind, occurred_at: now().toISOString(), ...fields };
      return done(operator.post(`/enrollments/${enrollment}/progress`, { events: [{ ...event, override: true }] }));
    };
    await report("position", { position_seconds: 1 });
    // The seconds between two reports count, up to twice the time since the first one.
    await database.run`
      update lecture_progress set watch_started_at = watch_started_at - interval '1 minute'
       where site_id = ${operator.site.site.id}`;
    await step(() => report("position", { position_seconds: 30 }));
    await step(() => report("completed"));
    await step(() => done(operator.post(`/enrollments/${enrollment}/reset_progress`)));
  },
};
