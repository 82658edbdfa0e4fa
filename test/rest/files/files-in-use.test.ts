import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { auditActions } from "../../support/worlds/records.ts";
import { type AFile, download } from "../../support/worlds/uploads.ts";
import { aFileOf } from "../support/a-file.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes = "storage:write courses:read courses:write";

void test("A file in use cannot be deleted until the use ends", async () => {
  const operator = await anOperator(scopes);
  const file = await aFileOf(operator, aPicture({ width: 400, height: 300 }), { purpose: "course_cover" });
  const unused = await aFileOf(operator);
  const made = await operator.post("/courses", { name: "Knots", cover_file_id: file.id });
  assertStatus(made, 201);
  const course = made.json<{ id: string }>();
  const { references } = (await operator.get(`/files/${file.id}`)).json<{ references: unknown }>();
  assert.deepEqual(references, [{ object: "course", id: course.id }]);
  const idsOf = async (query: string) =>
    (await operator.get(`/files${query}`)).json<{ data: AFile[] }>().data.map(({ id }) => id);
  assert.deepEqual(await idsOf("?unused=true"), [unused.id]);
  assert.deepEqual(await idsOf("?unused=false"), [file.id]);

  const refused = problemOf(await operator.delete(`/files/${file.id}`));
  assert.deepEqual([refused.status, refused.code], [409, "file_in_use"]);
  assert.match(refused.detail, new RegExp(course.id));
  await operator.patch(`/courses/${course.id}`, { cover_file_id: null });
  assert.equal((await operator.delete(`/files/${file.id}`)).statusCode, 204);
  assert.equal((await operator.get(`/files/${file.id}`)).statusCode, 404);
  assert.equal((await download(operator, file.url)).statusCode, 404);
  assert.ok((await auditActions(operator.site)).includes("deleteFile"));
});

void test("A site's logo is in use", async () => {
  const operator = await anOperator(`${scopes} appearance:write appearance:read`);
  const file = await aFileOf(operator, aPicture({ width: 40, height: 30 }), { visibility: "public" });
  const { etag } = (await operator.get("/appearance")).headers;
  const changed = await operator.patch("/appearance", { logo_file_id: file.id }, { "if-match": String(etag) });
  assertStatus(changed, 200);
  const { references } = (await operator.get(`/files/${file.id}`)).json<{ references: { object: string }[] }>();
  assert.deepEqual(
    references.map(({ object }) => object),
    ["site"],
  );
  assert.equal(problemOf(await operator.delete(`/files/${file.id}`)).code, "file_in_use");
});
