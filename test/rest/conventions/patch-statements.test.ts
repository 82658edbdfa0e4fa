import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { statementsOf } from "../../support/meters/count-statements.ts";
import { aSite } from "../../support/world.ts";
import { operatorOf } from "../support/operator.ts";

interface Patched {
  created: object;
  changes: object;
}

const day = { starts_at: "2031-05-01T10:00:00Z", ends_at: "2031-05-01T12:00:00Z", time_zone: "UTC" };

/** A resource of each kind whose events have its state, by the path of its list. */
const patched: Record<string, Patched> = {
  courses: { created: { name: "Knots" }, changes: { name: "Ropes", tags: ["sea"] } },
  lecturers: { created: { name: "Ana" }, changes: { name: "Ben" } },
  events: { created: { name: "Regatta", format: "online", ...day }, changes: { name: "Race" } },
  posts: { created: { title: "News", access: "public", body_markdown: "New." }, changes: { title: "Old news" } },
  pages: { created: { path: "/about", title: "About", body_markdown: "Us." }, changes: { title: "About us" } },
  groups: { created: { name: "Monday" }, changes: { name: "Tuesday" } },
  digital_products: { created: { name: "Charts" }, changes: { name: "Maps" } },
  membership_plans: { created: { name: "Crew", plan_type: "recurring" }, changes: { name: "Captain" } },
  coupons: { created: { code: "SAIL", discount: { kind: "percent", percent: 10 } }, changes: { name: "Sail" } },
};

/** Statements that read whole rows: all columns of a resource include its version. */
const readsOfRows = (statements: readonly string[]): string[] =>
  statements.filter((text) => /^\s*select\b[^;]*?\.version\b/.test(text));

const scopes = [
  "courses",
  "lecturers",
  "events",
  "posts",
  "pages",
  "students",
  "digital_products",
  "membership_plans",
  "coupons",
]
  .flatMap((name) => [`${name}:read`, `${name}:write`])
  .join(" ");

void describe("A PATCH reads its resource twice: before the change, and as its result and the state of its event", () => {
  for (const [path, { created, changes }] of Object.entries(patched)) {
    void test(path, async () => {
      const operator = await operatorOf(await aSite(), scopes);
      const answer = await operator.post(`/${path}`, created);
      assertStatus(answer, 201);
      const { id } = answer.json<{ id: string }>();
      const { result, statements } = await statementsOf(() => operator.patch(`/${path}/${id}`, changes));
      assertStatus(result, 200);
      assert.equal(readsOfRows(statements).length, 2, readsOfRows(statements).join("\n"));
    });
  }
});
