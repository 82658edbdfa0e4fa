import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import type { JobHelpers } from "graphile-worker";
import { runJob } from "#domain/background/run-job.ts";
import { observeTasks } from "#domain/platform/queue/observe-tasks.ts";
import { newId } from "#domain/platform/ids.ts";
import { openTracing } from "#telemetry/tracing/open-tracing.ts";
import { assertStatus } from "../support/assert-status.ts";
import { operatorOf } from "../rest/support/operator.ts";
import { aSubscriber } from "../rest/support/webhook-subscriber.ts";
import { now } from "../support/clock.ts";
import { aCollector, type ReceivedSpan } from "../support/doubles/collector.ts";
import { database } from "../support/databases/database.ts";
import { mailsInAll, mailsTo } from "../support/doubles/mailroom.ts";
import { storage } from "../support/worlds/storage.ts";
import { aReceiver, deliverDue } from "../support/doubles/webhook-receiver.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";

const stranger = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${stranger.traceId}-${stranger.spanId}-01`;

void describe("traces", () => {
  let spans: ReceivedSpan[];
  const requestId = newId();
  const trustedId = newId();
  const inviteId = newId();
  const secrets: string[] = [];
  let receivedHeaders: object;
  let receivedMail: string;

  /**
   * One request whose job emits an event that is delivered, one that sends an email, then one that a trusted proxy
   * passes on.
   */
  before(async () => {
    const collector = await aCollector();
    process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.url;
    const settings = { sampler: "parentbased_always_on", ratio: 1, resource: {} } as const;
    const stop = openTracing(settings, "0.0.0");
    delete process.env["OTEL_EXPORTER_OTLP_ENDPOINT"];

    const receiver = aReceiver();
    const { site, operator } = await aSubscriber(receiver.url, { event_types: ["job.completed"] });
    await operator.post("/courses", { name: "Zanzibar knots" });
    const headers = { "x-request-id": requestId, traceparent };
    const made = await operator.post("/exports", { resources: ["courses"], format: "ndjson" }, headers);
    assertStatus(made, 202);
    await runQueued(site.site.id);
    await deliverDue(site);
    receivedHeaders = receiver.received[0]!.headers;
    secrets.push(operator.bearer, operator.member.email, "Zanzibar", site.host, new URL(receiver.url).hostname);

    const email = `zoe-${newId()}@example.test`;
    const inviting = await operatorOf(site, "members:read members:write");
    const invited = { email, name: "Zoe Quill", roles: ["student"] };
    assertStatus(await inviting.post("/members", invited, { "x-request-id": inviteId }), 201);
    // The worker ends the span of a delivery before it removes the job.
    assert.equal(await mailsInAll(email), 1);
    receivedMail = (await mailsTo(email))[0]!.raw;
    secrets.push(inviting.bearer, inviting.member.email, email, "Zoe Quill");

    const process_ = buildProcess({ trustedProxies: ["127.0.0.1"], trustsTraceparent: true });
    const behindProxy = await operatorOf(siteAt((await aSite()).site, process_), "courses:read");
    const forwarded = { "x-request-id": trustedId, traceparent, "x-forwarded-for": "203.0.113.9" };
    await behindProxy.get("/courses", forwarded);

    await stop();
    ({ spans } = collector);
    collector.close();
  });

  const rootOf = (id: string) => spans.find(({ attributes }) => attributes["lectern.request_id"] === id)!;
  const ofRequest = (name: string, id = requestId) => {
    const { traceId } = rootOf(id);
    const found = spans.find((span) => span.traceId === traceId && span.name === name);
    assert.ok(found, `No span ${name}`);
    return found;
  };
  const isInside = (span: ReceivedSpan, outer: ReceivedSpan): boolean => {
    if (span.parentSpanId === outer.spanId) return true;
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
    return parent !== undefined && isInside(parent, outer);
  };

  void test("a request, its operation and its statements are nested", () => {
    const root = rootOf(requestId);
    assert.deepEqual([root.name, root.kind, root.parentSpanId ?? ""], ["POST /api/v1/exports", 2, ""]);
    assert.equal(root.attributes["http.response.status_code"], 202);
    const operation = ofRequest("startExport");
    assert.equal(operation.parentSpanId, root.spanId);
    for (const statement of ["begin", "insert jobs", "commit"]) {
      assert.equal(ofRequest(statement).parentSpanId, operation.spanId, statement);
    }
    const tokenCheck = spans.find(
      ({ parentSpanId, name }) => parentSpanId === root.spanId && name.startsWith("select tokens"),
    );
    assert.equal(tokenCheck?.attributes["db.system.name"], "postgresql", "a statement shared with other requests");
  });

  void test("the job and the webhook delivery that a request causes belong to its trace", () => {
    const job = ofRequest("job run_job");
    assert.equal(job.parentSpanId, ofRequest("startExport").spanId);
    assert.equal(job.attributes["lectern.job.task"], "run_job");
    const delivery = ofRequest("webhook delivery");
    assert.ok(isInside(delivery, job));
    const post = ofRequest("POST webhook");
    assert.deepEqual(
      [post.parentSpanId, post.kind, post.attributes["http.response.status_code"]],
      [delivery.spanId, 3, 204],
    );
    assert.ok(!Object.hasOwn(receivedHeaders, "traceparent"), "the receiver learns nothing about the trace");
  });

  void test("the email that a request causes belongs to its trace", () => {
    const root = rootOf(inviteId);
    const job = ofRequest("job send_mail", inviteId);
    assert.equal(job.parentSpanId, ofRequest("addMember", inviteId).spanId);
    assert.equal(job.attributes["lectern.job.task"], "send_mail");
    const delivery = ofRequest("send email", inviteId);
    assert.deepEqual([delivery.parentSpanId, delivery.kind, delivery.attributes], [job.spanId, 3, {}]);
    assert.doesNotMatch(receivedMail, new RegExp(`traceparent|${root.traceId}`, "i"), "the recipient learns no trace");
  });

  void test("the trace of a stranger is linked, and that of a trusted proxy continued", () => {
    const root = rootOf(requestId);
    assert.notEqual(root.traceId, stranger.traceId);
    assert.deepEqual(
      root.links.map(({ traceId, spanId }) => ({ traceId, spanId })),
      [stranger],
    );
    const { traceId, parentSpanId } = rootOf(trustedId);
    assert.deepEqual({ traceId, spanId: parentSpanId }, stranger);
  });

  void test("spans have no personal data, secrets or values of parameters", () => {
    const traces = new Set([requestId, inviteId].map((id) => rootOf(id).traceId));
    const text = JSON.stringify(spans.filter(({ traceId }) => traces.has(traceId)));
    assert.ok(text.includes("startExport") && text.includes("send email"));
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
  });
});

/** Runs the queued job of a site with the payload that the queue has. */
async function runQueued(siteId: string): Promise<void> {
  const { rows } = await database.pool.query<{ payload: { traceparent: string } }>(
    "select payload from graphile_worker._private_jobs where payload ->> 'siteId' = $1",
    [siteId],
  );
  const log = { info() {}, warn() {}, error() {} };
  const stopping = new AbortController().signal;
  const { run_job: run } = observeTasks({
    run_job: (payload) => runJob(payload, { db: database, storage, clock: now, log, stopping, isLast: false }),
  });
  for (const { payload } of rows) await run!(payload, { job: { attempts: 1 } } as JobHelpers);
}
