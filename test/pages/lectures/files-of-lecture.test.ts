import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { aLecture, aTaughtCourse, curriculumScopes } from "../../rest/support/taught-course.ts";
import { anOperator } from "../../rest/support/operator.ts";
import { aFile } from "../../support/worlds/lessons.ts";

interface Listed {
  data: { title: string; kind: string }[];
}

void test("Files of a lecture take type and title from the file, once each, and are moved", async () => {
  const operator = await anOperator(curriculumScopes);
  const { section } = await aTaughtCourse(operator);
  const { id } = await aLecture(operator, section, {});
  const owner = await operator.site.member({ roles: ["owner"] });
  const browser = await operator.site.signedIn(owner);
  const [chart, notes] = [
    await aFile(operator.site, owner, "tide_chart.pdf", Buffer.from("%PDF-1.4\n%%EOF")),
    await aFile(operator.site, owner, "notes.bin", Buffer.from("a note")),
  ].map((file) => formatId("file", file));
  const listed = async () =>
    (await operator.get(`/lectures/${id}/attachments`)).json<Listed>().data.map(({ title, kind }) => [title, kind]);
  const [editor, files] = [`/admin/lectures/${id}/edit`, `/admin/lectures/${id}/files`];
  for (let time = 1; time <= 2; time++) {
    await browser.submit(await browser.open(editor), { act: "add", file_id: chart! }, files);
  }
  const form = `/admin/lectures/${id}/attachments/new`;
  const after = await browser.submit(await browser.open(form), { kind: "", title: "", file_id: notes! }, form);
  assert.equal(after.address, `${editor}?done=created`, after.body);
  assert.deepEqual(await listed(), [
    ["tide chart", "pdf"],
    ["notes", "file"],
  ]);
  const [, second] = [...after.body.matchAll(/\/admin\/attachments\/(att_\w+)\/delete/g)].map(([, one]) => one!);
  await browser.submit(await browser.open(editor), { act: `up:${second!}` }, files);
  assert.deepEqual(await listed(), [
    ["notes", "file"],
    ["tide chart", "pdf"],
  ]);
});
