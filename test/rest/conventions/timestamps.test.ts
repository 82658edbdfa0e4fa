import assert from "node:assert/strict";
import { test } from "node:test";
import { anOperator, problemOf } from "../support/operator.ts";

void test("Every timestamp of RFC 3339 is accepted, and others are refused", async () => {
  const operator = await anOperator("coupons:read coupons:write");
  const made = await operator.post("/coupons", { code: "WIND", discount: { kind: "percent", percent: 10 } });
  const path = `/coupons/${made.json<{ id: string }>().id}`;
  const schedule = (text: string) => operator.patch(path, { expires_at: text });
  for (const [written, instant] of [
    ["2099-03-01t09:00:00z", "2099-03-01T09:00:00.000Z"],
    ["2099-03-01T09:00:00z", "2099-03-01T09:00:00.000Z"],
    ["2099-03-01t09:00:00+08:00", "2099-03-01T01:00:00.000Z"],
    ["2099-03-01T09:00:00-00:00", "2099-03-01T09:00:00.000Z"],
    ["2099-03-01T09:00:00.1z", "2099-03-01T09:00:00.100Z"],
    ["2099-03-01T09:00:00.123456789Z", "2099-03-01T09:00:00.123Z"],
    ["2099-12-31T23:59:60Z", "2100-01-01T00:00:00.000Z"],
    ["2099-12-31t23:59:60.5z", "2100-01-01T00:00:00.000Z"],
    ["2100-01-01T07:59:60+08:00", "2100-01-01T00:00:00.000Z"],
    ["2099-06-30T15:59:60-08:00", "2099-07-01T00:00:00.000Z"],
  ] as const) {
    const answer = await schedule(written);
    assert.equal(answer.statusCode, 200, `${written}: ${answer.body}`);
    assert.equal(answer.json<{ expires_at: string }>().expires_at, instant, written);
  }
  for (const written of [
    "2099-03-01 09:00:00Z",
    "2099-03-01T09:00:00",
    "2099-03-01T24:00:00Z",
    "2099-02-30T09:00:00Z",
    "2099-03-01T09:00:60Z",
    "2099-03-01T23:59:60Z",
    "2099-12-31T23:59:60+01:00",
    "2099-12-31T23:59:61Z",
    "2099-03-01T09:00:00.Z",
    "2099-03-01T09:00:00+0800",
  ]) {
    const refused = problemOf(await schedule(written));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/expires_at"]], written);
  }
  const since = await operator.get("/coupons?updated_at[gte]=2020-01-01t00:00:00z");
  assert.equal(since.json<{ data: unknown[] }>().data.length, 1, since.body);
});
