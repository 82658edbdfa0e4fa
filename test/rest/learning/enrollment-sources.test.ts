import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { aCourse } from "../../support/worlds/lessons.ts";
import { openStartForm } from "../../support/worlds/start-course.ts";
import { exported, linesOf } from "../support/exported.ts";
import { aPlan } from "../support/made-subscriptions.ts";
import { type Json, make } from "../support/make.ts";
import { anOperator, type Operator, operatorOf } from "../support/operator.ts";
import { aSale, list, scopes } from "../support/recorded-sales.ts";
import { letTeach } from "../support/taught-course.ts";

type Sources = Record<string, unknown>;

const listedTo = async (reader: Operator): Promise<Sources> =>
  Object.fromEntries((await list(reader, "/enrollments")).map(({ id, source_id }) => [id, source_id]));

void describe("source_id of an enrollment", () => {
  let operator: Operator;
  let purchased: { id: string; course: string; order: string };
  let opened: { id: string; subscription: string };
  let manual: string;

  before(async () => {
    operator = await anOperator(scopes);
    const { site } = operator;
    const { order, course } = await aSale(operator);
    const [bought] = await list(operator, `/enrollments?course_id=${course}`);
    purchased = { id: bought!.id, course, order: order.id };

    const member = await site.member();
    const taught = await aCourse(site, [[{}]]);
    const plan = await aPlan(operator, { benefits: { all_courses: true } });
    const { id: subscription } = await make(operator, "/subscriptions", { member_id: member.sub, plan_id: plan.id });
    const start = await openStartForm(await site.signedIn(member), taught.lessons[0]!.path);
    await start();
    const [begun] = await list(operator, `/enrollments?student_id=${member.sub}`);
    opened = { id: begun!.id, subscription };

    manual = (await make(operator, "/enrollments", { email: "ada@harbour.example", course_id: course })).id;
  });

  const expected = ({ order = false, subscription = false }): Sources => ({
    [purchased.id]: order ? purchased.order : null,
    [opened.id]: subscription ? opened.subscription : null,
    [manual]: null,
  });

  void test("is the order or the subscription, which the operator can retrieve", async () => {
    assert.deepEqual(await listedTo(operator), expected({ order: true, subscription: true }));
    for (const path of [`/orders/${purchased.order}`, `/subscriptions/${opened.subscription}`]) {
      assertStatus(await operator.get(path), 200);
    }
  });

  void test("is shown with the scope that reads the order or the subscription", async () => {
    const { site } = operator;
    const seen = async (scope: string) => listedTo(await operatorOf(site, scope));
    assert.deepEqual(await seen("students:read"), expected({}));
    assert.deepEqual(await seen("students:read orders:read"), expected({ order: true }));
    assert.deepEqual(await seen("students:read subscriptions:read"), expected({ subscription: true }));
    // The role of a lecturer grants no scope of sales.
    const lecturer = await operatorOf(site, "students:read orders:read", { roles: ["lecturer"] });
    await letTeach(lecturer, purchased.course);
    assert.deepEqual(await listedTo(lecturer), { [purchased.id]: null, [manual]: null });
  });

  void test("is the same by itself, after a change and in an export", async () => {
    const { site } = operator;
    const narrow = await operatorOf(site, "students:read students:write school:write");
    const wide = await operatorOf(site, "students:read students:write school:write orders:read");
    for (const [reader, order] of [
      [narrow, null],
      [wide, purchased.order],
    ] as const) {
      const path = `/enrollments/${purchased.id}`;
      const alone = await reader.get(path);
      assert.equal(alone.json<Json>()["source_id"], order);
      const metadata = { seen: String(order) };
      const changed = await reader.patch(path, { metadata }, { "if-match": alone.headers.etag! });
      assertStatus(changed, 200);
      assert.equal(changed.json<Json>()["source_id"], order);
      const { bytes } = await exported(reader, { resources: ["enrollments"], format: "ndjson" });
      const row = linesOf(bytes.toString()).find(({ id }) => id === purchased.id);
      assert.equal(row?.["source_id"], order);
    }
  });
});
