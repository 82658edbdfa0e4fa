import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { newId, parseId } from "#domain/platform/ids.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { aCollector } from "../support/doubles/collector.ts";
import { database } from "../support/databases/database.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { type MetricFamily, parseOpenMetrics } from "../support/doubles/open-metrics.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy, type TcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, secretKey } from "../support/world.ts";

interface LogEntry {
  msg: string;
  reqId?: string;
  trace_id?: string;
  statement?: string;
  requestIds?: string[];
  milliseconds?: number;
  sql?: string;
  plan?: string;
}

void describe("a server with metrics, traces and slow statements", () => {
  const dataFolder = temporaryDataFolder();
  let collector: Awaited<ReturnType<typeof aCollector>>;
  let proxy: TcpProxy;
  let server: ServerProcess;
  let operator: Operator;
  let metricsUrl: string;
  const requestId = newId();
  /** A value of a parameter that no log may show. */
  const name = "Zanzibar knots";

  before(async () => {
    collector = await aCollector();
    const [port, metricsPort] = [await freePort(), await freePort()];
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const { target, url } = databaseLocation();
    proxy = await aTcpProxy(target);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    const site = await aSite({}, `http://127.0.0.1:${port}`);
    operator = await operatorOf(site, "courses:read courses:write storage:write");
    server = await startServer({
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: secretKey.toString("hex"),
      LECTERN_DATA: dataFolder,
      LECTERN_PORT: port,
      LECTERN_METRICS_PORT: metricsPort,
      LECTERN_SLOW_STATEMENT_MS: "50",
      LECTERN_SLOW_STATEMENT_PLAN: "true",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_SERVICE_NAME: "harbour",
      DATABASE_URL: url.href,
    });
    const { id } = (await operator.post("/courses", { name: "Bends" })).json<{ id: string }>();
    await renameWhileLocked(id);
    await upload();
    await send("/api/v1/courses/crs_unknown");
    await send("/api/oauth/token", { method: "POST", body: tokenRequest });
    await send("/api/oauth/token", { method: "POST", body: new URLSearchParams({ grant_type: "password" }) });
    await server.written(/"plan":/);
  });
  after(async () => {
    await server.stop();
    collector.close();
    await proxy.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const tokenRequest = new URLSearchParams({
    grant_type: "refresh_token",
    refresh_token: "lrt_of_nobody",
    client_id: "x",
  });

  const send = (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${operator.bearer}`, ...(init.headers as object) },
    });

  async function upload(): Promise<void> {
    const body = new FormData();
    body.append("visibility", "public");
    body.append("file", new Blob(["Bowline"]), "knots.txt");
    assert.equal((await send("/api/v1/files", { method: "POST", body })).status, 201);
  }

  /** Makes a statement slow: its row is locked until it has waited long enough. */
  async function renameWhileLocked(courseId: string): Promise<void> {
    const client = await database.pool.connect();
    await client.query("begin");
    await client.query("select 1 from courses where id = $1 for update", [parseId("course", courseId)]);
    const renaming = send(`/api/v1/courses/${courseId}`, {
      method: "PATCH",
      headers: { "content-type": "application/merge-patch+json", "x-request-id": requestId, "if-match": "*" },
      body: JSON.stringify({ name }),
    });
    const waits = `select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ~ 'courses'
        and clock_timestamp() - query_start > interval '60 ms'`;
    // Another connection: a transaction sees the same activity all the time.
    while ((await database.pool.query(waits)).rowCount === 0) await delay(10);
    await client.query("rollback");
    client.release();
    assert.equal((await renaming).status, 200);
  }

  const entries = () =>
    server
      .stdout()
      .split("\n")
      // The last line can be incomplete.
      .slice(0, -1)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as LogEntry);

  const scrape = async () => {
    const response = await fetch(metricsUrl, {
      headers: { accept: "application/openmetrics-text;version=1.0.0,*/*;q=0.1" },
    });
    assert.match(response.headers.get("content-type")!, /^application\/openmetrics-text; version=1\.0\.0/);
    return parseOpenMetrics(await response.text());
  };

  void test("metrics are valid OpenMetrics with requests, errors, tokens, connections and the installation", async () => {
    const families = await scrape();
    const value = (family: string, labels: object) => valueOf(families, family, labels);
    assert.equal(value("lectern_errors", { surface: "operator_api" }), 1);
    assert.equal(value("lectern_errors", { surface: "oauth", type: "invalid_client" }), 2);
    assert.equal(value("lectern_oauth_token_requests", { grant_type: "refresh_token", result: "invalid_client" }), 1);
    assert.equal(value("lectern_oauth_token_requests", { grant_type: "unsupported" }), 1);
    assert.ok(value("lectern_database_connections", { pool: "requests", group: "batch_reads", state: "idle" })! >= 1);
    assert.ok(value("lectern_database_connects", { pool: "requests", group: "transactions", result: "opened" })! >= 1);
    assert.equal(value("lectern_database_waiting", { pool: "requests", group: "writes" }), 0);
    assert.ok(value("lectern_database_slow_statements", {})! >= 1);
    assert.equal(value("lectern_database_up", {}), 1);
    assert.ok(value("lectern_database_size_bytes", {})! > 1_000_000);
    assert.ok(value("lectern_disk_free_bytes", { folder: "data" })! > 0);
    assert.equal(value("lectern_webhook_oldest_undispatched_age_seconds", {}) === undefined, false);
    assert.ok(families.get("lectern_schedule_lag_seconds")!.samples.length > 5);
    const calls = families.get("lectern_storage_call_duration_seconds")!.samples;
    const stored = { call: "put", result: "succeeded" };
    assert.ok(calls.some(({ labels }) => Object.entries(stored).every(([key, text]) => labels[key] === text)));
    const statements = families.get("lectern_database_statement_duration_seconds")!.samples;
    assert.ok(statements.some(({ labels }) => labels["statement"]!.startsWith("select tokens")));
    const text = JSON.stringify([...families]);
    for (const unbounded of [operator.site.site.id, operator.site.host, operator.member.email, name, "lrt_of_nobody"]) {
      assert.ok(!text.includes(unbounded), unbounded);
    }
  });

  void test("a slow statement is logged with its request and its plan, without values", () => {
    const slow = entries().filter(({ msg }) => msg === "slow statement");
    const renamed = slow.find(
      ({ requestIds, sql }) => requestIds?.includes(requestId) && /\bcourses\b.*\$1/.test(sql ?? ""),
    );
    assert.ok(renamed && renamed.milliseconds! >= 50);
    const planned = slow.find(({ plan }) => plan !== undefined);
    assert.match(planned!.plan!, /cost=\d/);
    const text = JSON.stringify(slow);
    for (const value of [name, operator.bearer, operator.site.site.id]) assert.ok(!text.includes(value), value);
  });

  void test("log lines name the trace of their request, and the last spans are sent at shutdown", async () => {
    assert.equal(await server.stop(), 0);
    const line = entries().find(({ msg, reqId }) => msg === "request" && reqId === requestId);
    const root = collector.spans.find(({ attributes }) => attributes["lectern.request_id"] === requestId);
    assert.equal(line?.trace_id, root!.traceId);
    assert.equal(collector.resources[0]!["service.name"], "harbour");
    assert.equal(root!.name, "PATCH /api/v1/courses/:course");
    const statements = collector.spans.filter(({ traceId, kind }) => traceId === root!.traceId && kind === 3);
    assert.ok(statements.length >= 4, "begin, the statements and commit");
    const upload = collector.spans.find(({ name: given }) => given === "POST /api/v1/files");
    // The server also runs background jobs of other tests, which can store files.
    const stored = collector.spans.find(
      ({ name: given, traceId }) => given === "storage put" && traceId === upload!.traceId,
    );
    assert.ok(stored, "the upload contains its storage put");
    assert.ok(!JSON.stringify(collector.spans).includes(operator.bearer));
  });
});

function valueOf(families: Map<string, MetricFamily>, family: string, labels: object): number | undefined {
  const wanted = Object.entries(labels);
  return families.get(family)?.samples.find((sample) => wanted.every(([key, text]) => sample.labels[key] === text))
    ?.value;
}
