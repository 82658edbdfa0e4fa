import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseId } from "#domain/platform/ids.ts";
import { runJob } from "#domain/background/run-job.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { storage } from "../../support/worlds/storage.ts";
import { aSite } from "../../support/world.ts";
import { anOperator, type Operator, operatorOf, problemOf } from "../support/operator.ts";

const scopes = "coupons:read coupons:write";
const tenOff = { discount: { kind: "percent", percent: 10 } };
const path = "/coupons/bulk_generate";

interface AJob {
  id: string;
  object: string;
  kind: string;
  status: string;
  progress: Record<string, number | null>;
  error: { code: string; detail: string } | null;
}

interface AResult {
  row_number: number;
  name: string;
  status: string;
  error: { code: string } | null;
  made: { object: string; id: string; code: string } | null;
}

async function begin(operator: Operator, fields: object = {}): Promise<AJob> {
  const response = await operator.post(path, { count: 250, prefix: "GIFT-", ...tenOff, ...fields });
  assertStatus(response, 202);
  return response.json<AJob>();
}

const read = async (operator: Operator, { id }: AJob) => (await operator.get(`/jobs/${id}`)).json<AJob>();

async function resultsOf(operator: Operator, { id }: AJob, query = ""): Promise<AResult[]> {
  const all: AResult[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const response = await operator.get(`/jobs/${id}/results?limit=200${query}${cursor}`);
    assertStatus(response, 200);
    const { data, page } = response.json<{ data: AResult[]; page: { next_cursor: string | null } }>();
    all.push(...data);
    cursor = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`;
  }
  return all;
}

async function codesOf({ site }: Operator): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ id: string; code: string }>(
    "select id, code from coupons where site_id = $1",
    [site.site.id],
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

void describe("Generating more coupons than one request allows", () => {
  void test("starts a job whose results name the coupons", async () => {
    const operator = await anOperator(scopes);
    const course = newCourse(operator);
    const applies_to = { kind: "products", products: [{ type: "course", id: await course }] };
    const requested = { count: 1000, prefix: "GIFT-", length: 10, applies_to, max_redemptions: 3, ...tenOff };
    const response = await operator.post(path, requested);
    const job = response.json<AJob>();
    assert.deepEqual(
      [response.statusCode, job.object, job.kind, job.status],
      [202, "job", "coupon_generation", "queued"],
    );
    assert.equal(response.headers["location"], `/api/v1/jobs/${job.id}`);
    assert.equal(job.progress["total"], 1000);
    assert.deepEqual([(await codesOf(operator)).size, await resultsOf(operator, job)], [0, []]);

    await runJobsOf(operator.site.site);
    const { status, progress } = await read(operator, job);
    assert.deepEqual([status, progress["processed"], progress["created"]], ["succeeded", 1000, 1000]);
    const results = await resultsOf(operator, job);
    const codes = await codesOf(operator);
    assert.deepEqual(
      results.map(({ row_number }) => row_number),
      Array.from({ length: 1000 }, (_, index) => index + 1),
    );
    assert.equal(codes.size, 1000);
    for (const { status: became, error, made } of results) {
      assert.deepEqual([became, error, made!.object], ["created", null, "coupon"]);
      assert.match(made!.code, /^GIFT-[A-HJKMNP-Z2-9]{10}$/);
      assert.equal(codes.get(made!.code), parseId("coupon", made!.id));
    }
    const last = (await operator.get(`/coupons/${results.at(-1)!.made!.id}`)).json<Record<string, unknown>>();
    assert.deepEqual([last["applies_to"], last["max_redemptions"]], [applies_to, 3]);
    assert.deepEqual(await resultsOf(operator, job, "&status=failed"), []);
    assert.equal((await resultsOf(operator, job, "&status=created")).length, 1000);
    const emitted = (await outboxOf(operator.site)).filter(({ type }) => type === "coupon.created");
    assert.equal(emitted.length, 1000);
  });

  void test("begins above 200 coupons: up to 200 are created in one request", async () => {
    const operator = await anOperator(scopes);
    assert.equal((await operator.post(path, { count: 200, ...tenOff })).statusCode, 200);
    assert.equal((await operator.post(path, { count: 201, ...tenOff })).statusCode, 202);
  });

  void test("happens once per idempotency key", async () => {
    const operator = await anOperator(scopes);
    const send = () => operator.post(path, { count: 201, ...tenOff }, { "idempotency-key": "once" });
    const [first, second] = [await send(), await send()];
    assert.deepEqual([first.statusCode, second.statusCode], [202, 202]);
    assert.deepEqual([second.body, second.headers["location"]], [first.body, first.headers["location"]]);
    assert.equal(second.headers["idempotency-replayed"], "true");
    await runJobsOf(operator.site.site);
    assert.equal((await codesOf(operator)).size, 201);
    const atOnce = () => operator.post(path, { count: 5, ...tenOff }, { "idempotency-key": "another" });
    assert.equal((await atOnce()).body, (await atOnce()).body);
    assert.equal((await codesOf(operator)).size, 206);
  });

  void test("supports a dry run, which reports the number of coupons and any error", async () => {
    const operator = await anOperator(scopes);
    const dry = await operator.post(`${path}?dry_run=true`, { count: 700, ...tenOff });
    assertStatus(dry, 200);
    const { would } = dry.json<{ would: { create: AJob } }>();
    assert.deepEqual([would.create.kind, would.create.progress["total"]], ["coupon_generation", 700]);
    assert.equal(dry.headers["location"], undefined);
    await runJobsOf(operator.site.site);
    const { rows } = await database.pool.query("select from jobs where site_id = $1", [operator.site.site.id]);
    assert.deepEqual([(await codesOf(operator)).size, rows.length], [0, 0]);
    const ends = { starts_at: "2030-01-02T00:00:00Z", expires_at: "2030-01-01T00:00:00Z" };
    for (const query of ["", "?dry_run=true"]) {
      const refused = await operator.post(path + query, { count: 700, ...tenOff, ...ends });
      assert.deepEqual([problemOf(refused).status, problemOf(refused).pointers], [422, ["/expires_at"]]);
    }
  });

  void test("keeps the coupons that were created before the job was canceled, and lists them", async () => {
    const operator = await anOperator(`${scopes} school:write`);
    const job = await begin(operator);
    await oneChunk(operator, job);
    assert.equal((await operator.post(`/jobs/${job.id}/cancel`)).statusCode, 200);
    await runJobsOf(operator.site.site);
    assert.equal((await read(operator, job)).status, "canceled");
    const codes = [...(await codesOf(operator)).keys()];
    assert.equal(codes.length, 100);
    assert.deepEqual(new Set((await resultsOf(operator, job)).map(({ made }) => made!.code)), new Set(codes));
  });

  void test("shows codes only to callers who may create coupons", async () => {
    const site = await aSite();
    const operator = await operatorOf(site, "coupons:write");
    const job = await begin(operator);
    await runJobsOf(site.site);
    assert.ok((await resultsOf(operator, job)).every(({ made }) => made !== null));
    const reader = await operatorOf(site, "school:read");
    const seen = await resultsOf(reader, job);
    assert.deepEqual([seen.length, seen.filter(({ made }) => made !== null)], [250, []]);
    const stranger = await operatorOf(site, "coupons:write");
    assert.equal(problemOf(await stranger.get(`/jobs/${job.id}/results`)).code, "insufficient_scope");
    const importer = await site.connect(operator.client, operator.member, "school:write members:write");
    const others = await site.request("GET", `/api/v1/jobs/${job.id}`, { bearer: importer.access_token });
    assert.equal(problemOf(others).code, "insufficient_scope");
  });

  void test("creates nothing if the assigned members are gone when the job begins", async () => {
    const operator = await anOperator(`${scopes} members:read members:write school:read`);
    const member = await operator.site.member({ roles: ["student"] });
    const invited = (await operator.get(`/members?email=${encodeURIComponent(member.email)}`)).json<{
      data: { id: string }[];
    }>();
    const job = await begin(operator, { member_ids: [invited.data[0]!.id] });
    await database.pool.query("update members set deleted_at = now() where site_id = $1 and id = $2", [
      operator.site.site.id,
      member.id,
    ]);
    await runJobsOf(operator.site.site);
    const { status, error } = await read(operator, job);
    assert.deepEqual([status, error!.code, (await codesOf(operator)).size], ["failed", "validation_failed", 0]);
    assert.ok(!error!.detail.includes(invited.data[0]!.id));
  });
});

/** Like a process that is asked to stop while it works. */
const oneChunk = ({ site }: Operator, { id }: AJob) =>
  runJob(
    { siteId: site.site.id, jobId: parseId("job", id)! },
    {
      db: database,
      storage,
      clock: now,
      log: { info() {}, warn() {}, error() {} },
      stopping: AbortSignal.abort(),
      isLast: false,
    },
  );

async function newCourse({ site }: Operator): Promise<string> {
  const operator = await operatorOf(site, "courses:write");
  return (await operator.post("/courses", { name: "Knots" })).json<{ id: string }>().id;
}
