import assert from "node:assert/strict";
import { test } from "node:test";
import { aPicture } from "../support/worlds/pictures.ts";
import { type AFile, download, sendFile } from "../support/worlds/uploads.ts";
import { assertStatus } from "../support/assert-status.ts";
import { issueToken } from "../support/worlds/issue-token.ts";
import { curriculumScopes, made } from "../rest/support/taught-course.ts";
import { anOperator } from "../rest/support/operator.ts";
import { agentAt } from "./support/agent.ts";
import { runTool } from "./support/run-tools.ts";

void test("The files in the text of a lecture open by their addresses, and those of other lectures stay closed", async () => {
  const operator = await anOperator(`${curriculumScopes} storage:write students:write`);
  const { site } = operator;
  const upload = async (name: string) => {
    const response = await sendFile(
      operator,
      aPicture({ width: 2 }),
      { purpose: "attachment", visibility: "private" },
      { name },
    );
    assertStatus(response, 201);
    return response.json<AFile>();
  };
  const [shown, other] = [await upload("shown.png"), await upload("other.png")];
  const course = await made(operator.post("/courses", { name: "Knots", slug: "knots" }));
  const section = await made(operator.post(`/courses/${course.id}/sections`, { title: "Loops", status: "published" }));
  const body = `![](/files/${shown.id}) <img src="/files/${shown.id}">\n\n![][x]\n\n[x]: /files/${shown.id}\n\n![](/files/${other.id})`;
  const fields = { title: "Bowline", kind: "text", status: "published", is_preview: true, body_markdown: body };
  const lecture = await made(operator.post(`/sections/${section.id}/lectures`, fields));
  await made(operator.post(`/lectures/${lecture.id}/attachments`, { kind: "image", title: "Loop", file_id: shown.id }));
  assertStatus(await operator.post(`/courses/${course.id}/publish`), 200);

  const member = await site.member({ roles: ["student"] });
  assertStatus(await operator.post("/enrollments", { student_id: member.sub, course_id: course.id }), 201);
  const client = await site.operatorClient({ audience: "member", name: "Study Buddy" });
  const agent = agentAt(site, await issueToken(site, client, member, "account:read"));
  const texts = [
    await runTool(agent, "get_my_lecture", { course: "knots", lecture_id: lecture.id }),
    await runTool(agentAt(site), "get_preview_lecture", { lecture_id: lecture.id }),
  ].map(({ body_markdown: text }) => String(text));
  for (const text of texts) {
    const addresses = text.match(/https?:[^)"\s]+/g) ?? [];
    const answers = await Promise.all(addresses.map((address) => download(operator, address)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode === 200),
      [true, true, true, false],
      text,
    );
    assert.ok(addresses.every((address) => address.startsWith(site.origin)));
  }
});
