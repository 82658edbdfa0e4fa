import { now } from "../../../support/clock.ts";
import { done } from "../causes/causes.ts";
import { note, replaced, text } from "../replaced-tree.ts";
import { aCourse, aLecture, aSection, aFile } from "../taught-course.ts";
import type { Changes } from "./changes.ts";

export const changesOfCurriculum: Changes = {
  sections: async (operator, step) => {
    const course = await aCourse(operator);
    const [first, second] = [await aSection(operator, course), await aSection(operator, course)];
    await aLecture(operator, first);
    await step(() => done(operator.patch(`/sections/${first.id}`, { title: "Stars", status: "published" })));
    await step(() => done(operator.post(`/courses/${course}/sections/reorder`, { ids: [second.id, first.id] })));
    await step(() => done(operator.delete(`/sections/${second.id}`)));
  },
  lectures: async (operator, step) => {
    const course = await aCourse(operator);
    const published = { status: "published" };
    const [first, second] = [await aSection(operator, course, published), await aSection(operator, course, published)];
    const make = (section: { id: string }) => aLecture(operator, section, published);
    const [one, two] = [await make(first), await make(first), await make(second)];
    const { sub } = await operator.site.member();
    const { id } = await done(operator.post("/enrollments", { course_id: course, student_id: sub }));
    const event = { id: crypto.randomUUID(), lecture_id: one.id, kind: "completed", occurred_at: now().toISOString() };
    await done(operator.post(`/enrollments/${id}/progress`, { events: [event] }));
    await step(() => done(operator.post(`/lectures/${one.id}/move`, { section_id: second.id, position: 0 })));
    await step(() => done(operator.patch(`/lectures/${two.id}`, { required: false })));
    await step(() => done(operator.patch(`/sections/${first.id}`, { status: "draft" })));
    await step(() => done(operator.delete(`/lectures/${one.id}`)));
    const replacement = [{ title: "Only", lectures: [text("One", { attachments: [note("Chart")] })] }];
    await step(() => replaced(operator, course, replacement));
    const changed = [{ title: "Only", lectures: [text("One", { attachments: [note("Charts")] }), text("Two")] }];
    await step(() => replaced(operator, course, changed));
  },
  attachments: async (operator, step) => {
    const course = await aCourse(operator);
    const lecture = await aLecture(operator, await aSection(operator, course));
    const attach = (title: string) =>
      done(operator.post(`/lectures/${lecture.id}/attachments`, { kind: "text", title, text: "t" }));
    const file = { kind: "file", title: "Chart", file_id: await aFile(operator) };
    const [first, second] = [
      await attach("One"),
      await done(operator.post(`/lectures/${lecture.id}/attachments`, file)),
    ];
    await attach("Three");
    const other = await aFile(operator);
    await step(() => done(operator.patch(`/attachments/${second.id}`, { file_id: other, title: "New chart" })));
    await step(() => done(operator.patch(`/attachments/${second.id}`, { position: 0 })));
    await step(() => done(operator.delete(`/attachments/${first.id}`)));
  },
  "a quiz": async (operator, step) => {
    const course = await aCourse(operator);
    const { id } = await aLecture(operator, await aSection(operator, course), { kind: "quiz" });
    const question = { id: "star", kind: "short_text", prompt_markdown: "Which?", accepted_answers: ["Sol"] };
    const put = (fields: object) => done(operator.put(`/lectures/${id}/quiz`, { questions: [question], ...fields }));
    await put({});
    await step(() => put({ pass_percent: 70 }));
    const member = await operator.site.member();
    const enrolled = await done(operator.post("/enrollments", { course_id: course, student_id: member.sub }));
    const answers = [{ question_id: "star", text: "Sol" }];
    await step(() => done(operator.post("/quiz_attempts", { enrollment_id: enrolled.id, lecture_id: id, answers })));
    await step(() => put({ pass_percent: 70, questions: [{ ...question, accepted_answers: ["Helios"] }] }));
  },
  "an assignment": async (operator, step) => {
    const course = await aCourse(operator);
    const { id } = await aLecture(operator, await aSection(operator, course), { kind: "assignment" });
    const put = (fields: object) =>
      done(operator.put(`/lectures/${id}/assignment`, { instructions_markdown: "Tie it.", max_score: 10, ...fields }));
    await put({});
    await step(() => put({ due_days: 7 }));
  },
};
