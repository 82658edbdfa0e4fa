import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator } from "../support/operator.ts";

/** Characters that come along when a text is copied: a zero-width space, a no-break space and a direction mark. */
const around = (text: string) => `\u200B\u00A0 ${text} \u200E`;

void test("Texts are stored without the spaces and invisible characters around them, and with those inside", async () => {
  const operator = await anOperator("courses:write posts:write");
  const fields = { name: around("Knots\u00A0and Ropes"), subtitle: around("For all"), tags: [around("sea")] };
  const course = await operator.post("/courses", fields);
  assertStatus(course, 201);
  const { name, subtitle, tags } = course.json<typeof fields>();
  assert.deepEqual([name, subtitle, tags], ["Knots\u00A0and Ropes", "For all", ["sea"]]);
  const post = await operator.post("/posts", { title: around("Tides ❤️"), body_markdown: "Ebb.", access: "public" });
  assertStatus(post, 201);
  assert.equal(post.json<{ title: string }>().title, "Tides ❤️");
});

void test("A required text of invisible characters only is missing", async () => {
  const operator = await anOperator("courses:write");
  const refused = await operator.post("/courses", { name: "\u200B\u2060\u2800" });
  assertStatus(refused, 422);
  assert.match(refused.body, /Expected a name\./);
});
