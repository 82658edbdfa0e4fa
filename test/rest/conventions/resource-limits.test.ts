import assert from "node:assert/strict";
import { test } from "node:test";
import { make } from "../support/make.ts";
import { anOperator } from "../support/operator.ts";

for (const { path, scope, fields } of [
  {
    path: "/member_fields",
    scope: "members:read members:write",
    fields: (number: number) => ({ handle: `field_${number}`, kind: "text", label: "Field" }),
  },
  {
    path: "/webhook_endpoints",
    scope: "school:read school:write courses:read",
    fields: (number: number) => ({ url: `https://hooks.example/${number}`, event_types: ["course.updated"] }),
  },
] as const) {
  void test(`At most 100 ${path} can exist, even with many concurrent requests`, async () => {
    const operator = await anOperator(scope);
    for (let number = 1; number < 100; number++) await make(operator, path, fields(number));
    const answers = await Promise.all([100, 101, 102, 103].map((number) => operator.post(path, fields(number))));
    const made = answers.filter(({ statusCode }) => statusCode === 201);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    assert.deepEqual([made.length, refused.length], [1, 3]);
  });
}
