import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { formatId, newId } from "#domain/platform/ids.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy, type TcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, secretKey } from "../support/world.ts";
import { until } from "../support/until.ts";

/** Other tests use the same database, with files in a storage that this server does not have. */
const readyz = "/readyz?exclude=files";

const reportsModules = `--import=${pathToFileURL(path.join(import.meta.dirname, "../support/releases/report-modules.ts")).href}`;

void describe("health", () => {
  let dataFolder: string;
  let proxy: TcpProxy;
  let server: ServerProcess;
  let metricsPort: string;

  before(async () => {
    dataFolder = temporaryDataFolder();
    metricsPort = await freePort();
    const port = await freePort();
    await aSite({ signing: "off" }, `http://127.0.0.1:${port}`);
    const { target, url } = databaseLocation();
    proxy = await aTcpProxy(target);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    server = await startServer({
      LECTERN_ENV: "production",
      LECTERN_HOST: "0.0.0.0",
      LECTERN_SECRET_KEY: secretKey.toString("hex"),
      LECTERN_DATA: dataFolder,
      LECTERN_PORT: port,
      LECTERN_METRICS_PORT: metricsPort,
      NODE_OPTIONS: reportsModules,
      DATABASE_URL: url.href,
    });
  });
  after(async () => {
    await server.stop();
    await proxy.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  const status = async (path: string) => (await fetch(`http://127.0.0.1:${server.port}${path}`)).status;

  void test("responds on any host, with paths that no site uses", async () => {
    assert.equal(await probeAt(server.port, "/healthz"), 200);
    assert.equal(await probeAt(server.port, readyz), 200);
    assert.equal(await probeAt(server.port, "/api/oauth/jwks"), 404);
    assert.equal(await status("/api/oauth/jwks"), 200);
  });

  void test("is not ready without the database, stays alive, and is ready again once the database is back", async () => {
    await proxy.cut();
    await until(async () => (await status(readyz)) === 503, "not ready");
    const { status: state, failing } = (await (await fetch(`http://127.0.0.1:${server.port}${readyz}`)).json()) as {
      status: string;
      failing: string[];
    };
    const parts = ["reads", "writes", "pages", "batches", "transactions"].map((part) => `database_${part}`);
    assert.deepEqual([state, failing.toSorted()], ["unavailable", [...parts, "database_jobs", "queue"].toSorted()]);
    assert.equal(
      await status(`${readyz}&${[...parts, "database_jobs", "queue"].map((part) => `exclude=${part}`).join("&")}`),
      200,
    );
    assert.equal(await status("/healthz"), 200);
    const failed = await fetch(`http://127.0.0.1:${server.port}/api/oauth/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "refresh_token",
        refresh_token: "lrt_of_somebody",
        client_id: formatId("client", newId()),
      }),
    });
    assert.equal(failed.status, 503);
    assert.equal(failed.headers.get("retry-after"), "5");
    const error = (await failed.json()) as { error: string; error_description: string };
    assert.equal(error.error, "temporarily_unavailable");
    assert.doesNotMatch(error.error_description, /ECONN|postgres|select|connection/i);

    const scraped = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.equal(scraped.status, 200);
    const text = await scraped.text();
    assert.match(text, /^lectern_database_up 0$/m);
    assert.match(text, /^lectern_errors_total\{surface="oauth",type="database_unavailable"\} [1-9]/m);
    assert.doesNotMatch(text, /^lectern_(queued_jobs|webhook_pending_deliveries|database_size_bytes)\b.* \d/m);

    await proxy.restore();
    await until(async () => (await status(readyz)) === 200, "ready again");
    assert.equal(await status("/api/oauth/jwks"), 200);
    assert.doesNotMatch(server.stdout() + server.stderr(), /lrt_of_somebody|55555555/);
  });

  void test("has metrics on their own port, by route pattern, and not on the port of the sites", async () => {
    await status("/docs/errors/some_code_that_nobody_has");
    const own = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.match(own.headers.get("content-type")!, /^text\/plain; version=/);
    const text = await own.text();
    assert.match(
      text,
      /^lectern_http_request_duration_seconds_count\{surface="health",method="GET",route="\/readyz",status="200"\} \d/m,
    );
    assert.match(text, /route="\/readyz",status="503"/);
    assert.match(text, /^process_cpu_seconds_total/m);
    assert.match(text, /^lectern_event_loop_delay_seconds_bucket\{le="0\.05"\} \d/m);
    assert.doesNotMatch(text, /some_code_that_nobody_has/);
    assert.match(text, /^lectern_database_up 1$/m);
    assert.match(server.stderr(), /loaded .*\/prom-client\//);
    // The library for metrics loads the API, which does nothing by itself.
    assert.doesNotMatch(server.stderr(), /@opentelemetry\/(?!api\/)/, "no traces are configured");
    assert.equal(await status("/metrics"), 404);
    // Every loopback address belongs to this machine; the server listens on all of them, the metrics on one.
    await assert.rejects(fetch(`http://127.0.0.2:${metricsPort}/metrics`));
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/healthz`)).status, 404);
  });
});

/** The status at an unknown host. */
async function probeAt(port: number, path: string): Promise<number | undefined> {
  const options = { port, host: "127.0.0.1", path, headers: { host: "10.0.0.7" } };
  const [response] = (await once(get(options), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}
