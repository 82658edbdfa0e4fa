import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, problemOf } from "../support/operator.ts";

const names = [
  { path: "/courses", scope: "courses", fields: { name: "x" }, change: { slug: "knots" } },
  { path: "/course_categories", scope: "courses", fields: { name: "x" }, change: { slug: "knots" } },
  {
    path: "/membership_plans",
    scope: "membership_plans",
    fields: { name: "x", plan_type: "lifetime" },
    change: { slug: "y" },
  },
  { path: "/lecturers", scope: "lecturers", fields: { name: "Lu" }, change: { slug: "lu-wei" } },
  {
    path: "/posts",
    scope: "posts",
    fields: { title: "x", access: "public", body_markdown: "" },
    change: { slug: "y" },
  },
  { path: "/post_categories", scope: "posts", fields: { name: "News" }, change: { external_id: "cms/1" } },
  { path: "/pages", scope: "pages", fields: { title: "x", body_markdown: "" }, change: { path: "/about" } },
] as const;

for (const { path, scope, fields, change } of names) {
  void test(`One of several concurrent ${path} requests for one name succeeds, and the others get an error`, async () => {
    const operator = await anOperator(`${scope}:read ${scope}:write`);
    const ids: string[] = [];
    for (let number = 0; number < 6; number++) {
      const own = scope === "pages" ? { path: `/page-${number}` } : {};
      const made = await operator.post(path, { ...fields, ...own });
      assertStatus(made, 201);
      ids.push(made.json<{ id: string }>().id);
    }
    const answers = await Promise.all(ids.map((id) => operator.patch(`${path}/${id}`, change)));
    const [winners, losers] = [200, 409].map((status) => answers.filter(({ statusCode }) => statusCode === status));
    assert.deepEqual([winners!.length, losers!.length], [1, 5], JSON.stringify(answers.map(problemOf)));
  });
}

for (const { path, scope, fields } of [
  ...names.filter(({ scope }) => scope !== "pages"),
  {
    path: "/events",
    scope: "events",
    fields: {
      name: "x",
      format: "online",
      starts_at: "2030-01-01T10:00:00Z",
      ends_at: "2030-01-01T11:00:00Z",
      time_zone: "UTC",
    },
  },
  { path: "/digital_products", scope: "digital_products", fields: { name: "x" } },
] as const) {
  void test(`Concurrent ${path} requests with one title get distinct slugs`, async () => {
    const operator = await anOperator(`${scope}:read ${scope}:write`);
    const answers = await Promise.all(Array.from({ length: 6 }, () => operator.post(path, fields)));
    const slugs = answers.map((answer) => {
      assertStatus(answer, 201);
      return answer.json<{ slug: string }>().slug;
    });
    assert.equal(new Set(slugs).size, 6, slugs.join(" "));
  });
}
