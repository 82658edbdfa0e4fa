import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, newId } from "#domain/platform/ids.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const scopes = ["courses", "posts", "events", "lecturers", "digital_products", "appearance"]
  .flatMap((kind) => [`${kind}:read`, `${kind}:write`])
  .join(" ");

const soon = { starts_at: "2031-03-01T10:00:00Z", ends_at: "2031-03-01T11:00:00Z", time_zone: "UTC" };

/** Resources that show a file: their path, other required fields, and the field of the file. */
const kinds: [path: string, needed: object, field: string][] = [
  ["/courses", { name: "Knots" }, "cover_file_id"],
  ["/posts", { title: "Knots", body_markdown: "Knots.", access: "public" }, "cover_file_id"],
  ["/events", { name: "Knots", format: "online", ...soon }, "cover_file_id"],
  ["/lecturers", { name: "Lu" }, "picture_file_id"],
  ["/digital_products", { name: "Knots" }, "cover_file_id"],
];

for (const [path, needed, field] of kinds) {
  void test(`An unknown file is rejected at ${path}, on creation and on change`, async () => {
    const operator = await anOperator(scopes);
    const missing = { [field]: formatId("file", newId()) };
    const made = problemOf(await operator.post(path, { ...needed, ...missing }));
    assert.deepEqual([made.status, made.code, made.pointers], [422, "validation_failed", [`/${field}`]]);
    const created = await operator.post(path, needed);
    assertStatus(created, 201);
    const changed = await operator.patch(`${path}/${created.json<{ id: string }>().id}`, missing);
    assert.deepEqual(problemOf(changed).pointers, [`/${field}`]);
  });
}

void test("A private file cannot be a cover, picture or logo", async () => {
  const operator = await anOperator(`${scopes} storage:write`);
  const sent = await sendFile(operator, aPicture(), { visibility: "private" }, { name: "sky.png" });
  const { id } = sent.json<{ id: string }>();
  for (const [path, needed, field] of kinds) {
    const made = await operator.post(path, { ...needed, [field]: id });
    assert.deepEqual(problemOf(made).pointers, [`/${field}`]);
    assert.match(problemOf(made).detail, /private/);
  }
  const logo = await operator.patch("/appearance", { logo_file_id: id }, { "if-match": "*" });
  assert.deepEqual(problemOf(logo).pointers, ["/logo_file_id"]);
});

void test("Where a version is required, * matches any", async () => {
  const operator = await anOperator(scopes);
  assert.equal((await operator.patch("/appearance", { dark_mode: "on" })).statusCode, 428);
  assert.equal((await operator.patch("/appearance", { dark_mode: "on" }, { "if-match": "*" })).statusCode, 200);
});
