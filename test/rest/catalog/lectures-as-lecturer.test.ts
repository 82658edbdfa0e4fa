import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator, operatorOf, problemOf } from "../support/operator.ts";
import { aFile, aLecture, aTaughtCourse, curriculumScopes, letTeach, made } from "../support/taught-course.ts";

void test("A lecturer sees and changes lectures of their own courses only", async () => {
  const owner = await anOperator(curriculumScopes);
  const [own, foreign] = [await aTaughtCourse(owner), await aTaughtCourse(owner)];
  const lecturer = await operatorOf(owner.site, curriculumScopes, { roles: ["lecturer"] });
  await letTeach(lecturer, own.course);
  const theirs = await aLecture(lecturer, own.section);
  const lecture = await aLecture(owner, foreign.section);
  const attempts = [
    lecturer.get(`/courses/${foreign.course}/lectures`),
    lecturer.post(`/sections/${foreign.section.id}/lectures`, { title: "x", kind: "text" }),
    lecturer.get(`/lectures/${lecture.id}`),
    lecturer.patch(`/lectures/${lecture.id}`, { title: "x" }),
    lecturer.post(`/lectures/${lecture.id}/move`, { section_id: own.section.id }),
    lecturer.delete(`/lectures/${lecture.id}`),
    lecturer.get(`/lectures/${lecture.id}/attachments`),
    lecturer.post(`/lectures/${lecture.id}/attachments`, { kind: "text", title: "x", text: "y" }),
    lecturer.get(`/lectures/${lecture.id}/quiz`),
    lecturer.put(`/lectures/${lecture.id}/assignment`, { instructions_markdown: "x" }),
  ];
  for (const attempt of attempts) assert.equal((await attempt).statusCode, 404);
  const away = await lecturer.post(`/lectures/${theirs.id}/move`, { section_id: foreign.section.id });
  assert.deepEqual([away.statusCode, problemOf(away).code], [404, "not_found"], away.body);
});

void test("A lecturer can attach their own files, and keep attached ones", async () => {
  const owner = await anOperator(curriculumScopes);
  const { course, section } = await aTaughtCourse(owner);
  const lecturer = await operatorOf(owner.site, curriculumScopes, { roles: ["lecturer"] });
  await letTeach(lecturer, course);
  const [own, others] = [await aFile(lecturer, lecturer.member.id), await aFile(owner, owner.member.id)];
  const film = await aLecture(owner, section, { kind: "video", video: { file_id: others } });
  const note = { kind: "pdf", title: "Chart", file_id: others };
  const path = `/lectures/${film.id}/attachments`;
  assert.deepEqual(problemOf(await lecturer.post(path, note)).pointers, ["/file_id"]);
  const attached = await made(lecturer.post(path, { ...note, file_id: own }));
  assert.deepEqual(problemOf(await lecturer.patch(`/attachments/${attached.id}`, { file_id: others })).pointers, [
    "/file_id",
  ]);
  const video = { file_id: others, chapters: [{ at_seconds: 1, title: "x" }] };
  await made(lecturer.patch(`/lectures/${film.id}`, { video }));
  const fresh = { title: "x", kind: "video", video };
  assert.deepEqual(problemOf(await lecturer.post(`/sections/${section.id}/lectures`, fresh)).pointers, [
    "/video/file_id",
  ]);
});
