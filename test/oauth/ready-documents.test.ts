import assert from "node:assert/strict";
import { createHook } from "node:async_hooks";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, json } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { perform } from "#domain/platform/operation.ts";
import { newId } from "#domain/platform/ids.ts";
import { changeSiteSettings } from "#domain/site/sites/change-site-settings.ts";
import { encodings } from "#http/compress.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { second } from "../support/clock.ts";
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
    const { host } = new URL(site.origin);
    const sent = request({ port, host: "127.0.0.1", method, path, headers: { host, ...headers } }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage];
    const body = method === "HEAD" ? {} : ((await json(response)) as Received["body"]);
    return { status: response.statusCode, headers: response.headers, body };
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
        const { host } = new URL(site.origin);
        const headers = { host, "accept-encoding": encoding };
        const sent = request({ port, host: "127.0.0.1", path, headers }).end();
        const [response] = (await once(sent, "response")) as [IncomingMessage];
        const bytes = await buffer(response);
        assert.equal(response.headers.vary?.includes("Accept-Encoding"), true);
        if (Buffer.byteLength(JSON.stringify(body)) < 1024) continue;
        assert.equal(response.headers["content-encoding"], encoding);
        assert.equal(response.headers["content-length"], String(bytes.length));
        assert.deepEqual(JSON.parse(decode(bytes).toString()), body);
      }
    }
  });

  void test("are compressed once, also if proxies and clients with conditions request them", async () => {
    const site = await aSite();
    let started = 0;
    const encoders = createHook({ init: (_id, type) => void (type === "ZLIB" && started++) }).enable();
    try {
      const { headers } = await get(site, paths[1]!);
      assert.ok(Number(headers["content-length"]) > 1024);
      const forwarded = { "x-forwarded-for": "192.0.2.1" };
      for (let round = 0; round < 5; round++) await get(site, paths[1]!, forwarded);
      for (let round = 0; round < 5; round++) await get(site, paths[1]!, { "if-none-match": '"other"' });
    } finally {
      encoders.disable();
    }
    assert.ok(started > 0 && started <= encodings.length, `${started} encoders`);
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

const openMetrics = { headers: { accept: "application/openmetrics-text;version=1.0.0" } };

const operatorOf = (site: ASite) => ({ ...site.context(), caller: { kind: "cli" } }) as const;
