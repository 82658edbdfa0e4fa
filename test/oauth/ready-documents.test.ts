import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { perform } from "#domain/platform/operation.ts";
import { newId } from "#domain/platform/ids.ts";
import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import { encodings } from "#http/compress.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { second } from "../support/clock.ts";
import { until } from "../support/until.ts";
import { database } from "../support/databases/database.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { parseOpenMetrics } from "../support/doubles/open-metrics.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, type ASite, buildProcess, later, secretKey } from "../support/world.ts";

interface Received {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

const paths = [
  "/.well-known/oauth-authorization-server",
  "/.well-known/openid-configuration",
  "/.well-known/oauth-protected-resource",
  "/api/oauth/jwks",
];

void describe("Documents that are ready after their first request", () => {
  const sites = openSiteDirectory(database);
  const process = buildProcess({ sites });
  let port: number;

  before(async () => {
    await process.listen({ port: 0, host: "127.0.0.1" });
    ({ port } = process.server.address() as AddressInfo);
  });
  after(() => process.close());

  async function get(
    site: ASite,
    path: string,
    headers: Record<string, string> = {},
    method = "GET",
  ): Promise<Received> {
    const { status, headers: received, bytes } = await getBytes(site, path, headers, method);
    const body = method === "HEAD" ? {} : (JSON.parse(bytes.toString()) as Received["body"]);
    return { status, headers: received, body };
  }

  async function getBytes(site: ASite, path: string, headers: Record<string, string>, method = "GET") {
    const { host } = new URL(site.origin);
    const sent = request({ port, host: "127.0.0.1", method, path, headers: { host, ...headers } }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
  }

  void test("are the same as the first, with a request ID of their own", async () => {
    const site = await aSite();
    for (const path of paths) {
      const [built, ready] = [await get(site, path), await get(site, path)];
      const { "x-request-id": builtId, date: _built, ...headers } = built.headers;
      const { "x-request-id": readyId, date: _ready, ...readyHeaders } = ready.headers;
      assert.deepEqual({ ...ready, headers: readyHeaders }, { ...built, headers }, path);
      assert.notEqual(readyId, builtId);
      assert.equal(ready.headers["access-control-allow-origin"], "*");
      assert.equal(ready.headers["strict-transport-security"], "max-age=63072000");
    }
    const named = await get(site, paths[0]!, { "x-request-id": "proxy-7" });
    assert.equal(named.headers["x-request-id"], "proxy-7");
  });

  void test("are sent in the encoding that the client accepts", async () => {
    const site = await aSite();
    for (const path of paths.slice(0, 3)) {
      const { body } = await get(site, path);
      for (const [encoding, decode] of [
        ["br", brotliDecompressSync],
        ["gzip", gunzipSync],
      ] as const) {
        const { headers, bytes } = await getBytes(site, path, { "accept-encoding": encoding });
        assert.equal(headers.vary?.includes("Accept-Encoding"), true);
        if (Buffer.byteLength(JSON.stringify(body)) < 1024) continue;
        assert.equal(headers["content-encoding"], encoding);
        assert.equal(headers["content-length"], String(bytes.length));
        assert.deepEqual(JSON.parse(decode(bytes).toString()), body);
      }
    }
  });

  void test("are compressed once, also if proxies and clients with conditions request them", async () => {
    const site = await aSite();
    const encoders = countEncoders();
    try {
      const { headers } = await get(site, paths[1]!);
      assert.ok(Number(headers["content-length"]) > 1024);
      for (let round = 0; round < 5; round++) await get(site, paths[1]!, forwarded);
      for (let round = 0; round < 5; round++) await get(site, paths[1]!, { "if-none-match": '"other"' });
    } finally {
      encoders.disable();
    }
    const started = encoders.count();
    assert.ok(started > 0 && started <= encodings.length, `${started} encoders`);
  });

  void test("reach proxies in the encodings that are ready", async () => {
    const site = await aSite();
    const encoders = countEncoders();
    try {
      for (const encoding of encodings) {
        const accepted = { "accept-encoding": encoding };
        // The first requests compress for themselves.
        const direct = await until(async () => {
          const before = encoders.count();
          const received = await getBytes(site, paths[1]!, accepted);
          return encoders.count() === before ? received : undefined;
        }, "the encodings");
        const before = encoders.count();
        const viaProxy = await getBytes(site, paths[1]!, { ...accepted, ...forwarded });
        assert.equal(viaProxy.headers["content-encoding"], encoding);
        assert.deepEqual(viaProxy.bytes, direct.bytes);
        assert.equal(encoders.count(), before);
      }
    } finally {
      encoders.disable();
    }
  });

  void test("belong to one site", async () => {
    const both = [await aSite(), await aSite()];
    for (const site of [...both, ...both]) assert.equal((await get(site, paths[0]!)).body["issuer"], site.origin);
  });

  void test("leave other methods, queries and hosts to the application", async () => {
    const site = await aSite();
    await get(site, paths[0]!);
    assert.equal((await get(site, paths[0]!, {}, "POST")).status, 405);
    assert.equal((await get(site, paths[0]!, {}, "HEAD")).status, 200);
    assert.equal((await get(site, `${paths[0]}?fresh=1`)).body["issuer"], site.origin);
    assert.equal((await get(site, paths[0]!, { host: `${newId()}.example` })).status, 404);
  });

  void test("follow a change of the site's settings", async () => {
    const site = await aSite();
    for (let round = 0; round < 2; round++) assert.ok((await get(site, paths[1]!)).body["jwks_uri"]);
    await perform(changeSiteSettings, operatorOf(site), { settings: { signing: "off" } });
    await sites.forget(site.site);
    for (let round = 0; round < 2; round++) {
      assert.equal((await get(site, paths[1]!)).body["jwks_uri"], undefined);
      assert.deepEqual((await get(site, "/api/oauth/jwks")).body, { keys: [] });
    }
  });

  void test("show a new key within seconds", async () => {
    const site = await aSite();
    const kids = async () =>
      ((await get(site, "/api/oauth/jwks")).body["keys"] as { kid: string }[]).map(({ kid }) => kid);
    for (let round = 0; round < 2; round++) assert.equal((await kids()).length, 1);
    const { kid } = await perform(signingKeyRotation(secretKey), operatorOf(site), { immediately: false });
    await later(6 * second, async () => assert.ok((await kids()).includes(kid)));
  });
});

void test("Documents that are ready are logged and measured like others", async () => {
  const [port, metricsPort] = [await freePort(), await freePort()];
  await aSite({}, `http://127.0.0.1:${port}`);
  const dataFolder = temporaryDataFolder();
  const { target, url } = databaseLocation();
  const proxy = await aTcpProxy(target);
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  const server = await startServer({
    LECTERN_ENV: "production",
    LECTERN_SECRET_KEY: secretKey.toString("hex"),
    LECTERN_DATA: dataFolder,
    LECTERN_PORT: port,
    LECTERN_METRICS_PORT: metricsPort,
    DATABASE_URL: url.href,
  });
  try {
    const [, path = ""] = paths;
    const names: string[][] = [];
    for (const id of ["first-request", "second-request"]) {
      await (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "x-request-id": id } })).json();
      await server.written(new RegExp(id));
      const line = server
        .stdout()
        .split("\n")
        .find((text) => text.includes(id));
      const entry = JSON.parse(line!) as Record<string, unknown>;
      assert.deepEqual([entry["path"], entry["status"], entry["address"]], [path, 200, "127.0.0.1"]);
      names.push(Object.keys(entry).toSorted());
    }
    assert.deepEqual(names[1], names[0]);
    const families = parseOpenMetrics(
      await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, openMetrics)).text(),
    );
    const samples = families.get("lectern_http_request_duration_seconds")!.samples;
    const count = samples.find(({ name, labels }) => name.endsWith("_count") && labels["route"] === path);
    assert.deepEqual(count, {
      name: "lectern_http_request_duration_seconds_count",
      labels: { surface: "oauth", method: "GET", route: path, status: "200" },
      value: 2,
    });
  } finally {
    await server.stop();
    await proxy.close();
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

const forwarded = { "x-forwarded-for": "192.0.2.1" };

/** Counts the encoders that zlib starts in this process. */
function countEncoders() {
  let started = 0;
  const hook = createHook({ init: (_id, type) => void (type === "ZLIB" && started++) }).enable();
  return { count: () => started, disable: () => hook.disable() };
}

const openMetrics = { headers: { accept: "application/openmetrics-text;version=1.0.0" } };

const operatorOf = (site: ASite) => ({ ...site.context(), caller: { kind: "cli" } }) as const;
