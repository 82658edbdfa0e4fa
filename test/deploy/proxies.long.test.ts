import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type ClientRequest, get as getHttp, type IncomingMessage } from "node:http";
import { connect } from "node:http2";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { newId } from "#domain/platform/ids.ts";
import { certificatesFor } from "../support/worlds/certificates.ts";
import { database } from "../support/databases/database.ts";
import { freePort } from "../support/processes/server-process.ts";
import { aSite, type ASite, buildProcess, loopbackRedirect } from "../support/world.ts";

const deploy = path.join(import.meta.dirname, "../../deploy");

interface Ports {
  http: string;
  https: string;
  upstream: string;
}

interface Proxy {
  command: string;
  version: string;
  /** Writes the shipped configuration with the hosts and ports of the test, and returns the arguments. */
  configure: (folder: string, host: string, ports: Ports) => Promise<string[]>;
}

const proxies: Record<string, Proxy> = {
  nginx: {
    command: "nginx",
    version: "-v",
    async configure(folder, host, ports) {
      const { cert, key } = await certificatesFor([host], []);
      writeFileSync(path.join(folder, "cert.pem"), cert);
      writeFileSync(path.join(folder, "key.pem"), key);
      const shipped = replaceAll(readFileSync(path.join(deploy, "nginx/lectern.conf"), "utf8"), {
        "learn.school.example courses.other-school.example": host,
        "/etc/letsencrypt/live/learn.school.example/fullchain.pem": path.join(folder, "cert.pem"),
        "/etc/letsencrypt/live/learn.school.example/privkey.pem": path.join(folder, "key.pem"),
        "listen 80;": `listen 127.0.0.1:${ports.http};`,
        "listen [::]:80;": "",
        "listen 443 ssl http2;": `listen 127.0.0.1:${ports.https} ssl http2;`,
        "listen [::]:443 ssl http2;": "",
        "127.0.0.1:8080": `127.0.0.1:${ports.upstream}`,
      });
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((name) => `${name}_temp_path ${path.join(folder, name)};`)
        .join("\n");
      const user = process.getuid?.() === 0 ? "user root;" : "";
      const main = `${user}\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${shipped}}\n`;
      writeFileSync(path.join(folder, "nginx.conf"), main);
      return ["-p", folder, "-c", path.join(folder, "nginx.conf"), "-g", "daemon off;"];
    },
  },
  caddy: {
    command: "caddy",
    version: "version",
    async configure(folder, host, ports) {
      const shipped = replaceAll(readFileSync(path.join(deploy, "caddy/Caddyfile"), "utf8"), {
        "learn.school.example, courses.other-school.example": host,
        "127.0.0.1:8080": `127.0.0.1:${ports.upstream}`,
      });
      const global = `{\nadmin off\nlocal_certs\nskip_install_trust\ndefault_bind 127.0.0.1\nhttp_port ${ports.http}\nhttps_port ${ports.https}\n}\n`;
      writeFileSync(path.join(folder, "Caddyfile"), global + shipped);
      return ["run", "--config", path.join(folder, "Caddyfile"), "--adapter", "caddyfile"];
    },
  },
};

/** Requires each text, so that a change of the shipped file cannot make the test check something else. */
function replaceAll(shipped: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    assert.ok(changed.includes(from), `The shipped file lacks ${from}`);
    return changed.replaceAll(from, to);
  }, shipped);
}

const valuesOf = (rawHeaders: readonly string[] | undefined, header: string) =>
  rawHeaders?.filter((_value, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === header);
const issuerOf = (body: string) => (JSON.parse(body) as { issuer: string }).issuer;
const discovery = "/.well-known/oauth-authorization-server";

for (const [name, { command, version, configure }] of Object.entries(proxies)) {
  const skip = spawnSync(command, [version]).error && `${command} is not installed`;
  void describe(`the ${name} configuration`, { skip: skip ?? false }, () => {
    let site: ASite;
    let folder: string;
    let ports: Ports;
    let received: string[][];
    let stop: () => Promise<unknown>;
    let stopLectern: () => Promise<unknown>;

    before(async () => {
      site = await aSite({ registrationsPerHour: 2 }, `https://${newId()}.example.test`);
      const lectern = buildProcess({ trustedProxies: ["127.0.0.1"] });
      received = [];
      lectern.server.prependListener("request", ({ rawHeaders }: IncomingMessage) => received.push(rawHeaders));
      stopLectern = () => lectern.close();
      await lectern.listen({ host: "127.0.0.1", port: 0 });
      const upstream = String((lectern.server.address() as AddressInfo).port);
      ports = { http: await freePort(), https: await freePort(), upstream };
      folder = mkdtempSync(path.join(tmpdir(), `lectern-${name}-`));
      mkdirSync(path.join(folder, "home"));
      const args = await configure(folder, site.host, ports);
      const env = {
        PATH: process.env["PATH"],
        HOME: path.join(folder, "home"),
        XDG_DATA_HOME: path.join(folder, "home"),
      };
      const child = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
      const [ended, complaints] = [once(child, "exit"), text(child.stderr)];
      stop = () => (child.kill("SIGTERM"), ended);
      while ((await send("/healthz").catch(() => undefined))?.status !== 200) {
        assert.equal(child.exitCode, null, child.exitCode === null ? "" : await complaints);
        await delay(50);
      }
    });
    after(async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Sends from an address that the proxy does not have. */
    async function send(url: string, headers: Record<string, string> = {}, body?: object, address = "127.0.0.5") {
      const type = body && { "content-type": "application/json" };
      const outgoing = open(url, { method: body ? "POST" : "GET", headers: { ...type, ...headers }, address });
      outgoing.end(body && JSON.stringify(body));
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      return { status: response.statusCode, headers: response.rawHeaders, body: await text(response) };
    }

    interface Outgoing {
      method: string;
      headers: Record<string, string>;
      address?: string;
    }

    function open(url: string, { method, headers, address = "127.0.0.5" }: Outgoing): ClientRequest {
      return request({
        host: "127.0.0.1",
        port: ports.https,
        servername: site.host,
        localAddress: address,
        rejectUnauthorized: false,
        method,
        path: url,
        headers: { host: site.host, ...headers },
      });
    }

    async function post(bytes: number) {
      const headers = { "content-type": "application/json", "content-length": String(bytes) };
      const outgoing = open("/api/v1/courses", { method: "POST", headers });
      outgoing.on("error", () => {});
      const responding = once(outgoing, "response") as Promise<[IncomingMessage]>;
      outgoing.end(Buffer.alloc(bytes, " "));
      const [response] = await responding;
      return { status: response.statusCode, type: response.headers["content-type"], body: await text(response) };
    }

    void test("replaces forwarded headers of the client with the host, protocol and address that it sees", async () => {
      const { status, headers, body } = await send(discovery, {
        "x-forwarded-host": "other.example.test",
        "x-forwarded-proto": "http",
        "x-forwarded-for": "203.0.113.9",
        forwarded: "for=203.0.113.9;host=other.example.test",
      });
      assert.deepEqual([status, issuerOf(body)], [200, site.origin]);
      assert.deepEqual(valuesOf(headers, "strict-transport-security"), ["max-age=63072000"]);
      assert.deepEqual(valuesOf(headers, "x-content-type-options"), ["nosniff"]);
      const forwarded = ["host", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-for", "forwarded"];
      assert.deepEqual(
        forwarded.map((header) => valuesOf(received.at(-1), header)),
        [[site.host], [site.host], ["https"], ["127.0.0.5"], []],
      );
    });

    void test("the address of the client, and no other, reaches the audit log and the rate limits", async () => {
      const registration = { client_name: "Reader", redirect_uris: [loopbackRedirect] };
      const { status } = await send("/api/oauth/register", { "x-forwarded-for": "203.0.113.9" }, registration);
      assert.equal(status, 201);
      const entry = await database.first<{ address: string }>`
        select address from audit_entries where site_id = ${site.id} and action <> 'createSite' order by id desc limit 1`;
      assert.equal(entry?.address, "127.0.0.5");
      const other = (spoofed: string, address?: string) =>
        send("/api/oauth/register", { "x-forwarded-for": spoofed }, registration, address);
      assert.equal((await other("203.0.113.10")).status, 201);
      assert.equal((await other("203.0.113.11")).status, 429);
      assert.equal((await other("203.0.113.9", "127.0.0.6")).status, 201);
    });

    void test("passes the events of an open MCP stream on as they arrive", async () => {
      const protocol = "2026-07-28";
      const version = { "io.modelcontextprotocol/protocolVersion": protocol };
      const params = {
        notifications: { toolsListChanged: true },
        _meta: { ...version, "io.modelcontextprotocol/clientCapabilities": {} },
      };
      const outgoing = request({
        host: "127.0.0.1",
        port: ports.https,
        servername: site.host,
        rejectUnauthorized: false,
        method: "POST",
        path: "/mcp",
        headers: {
          host: site.host,
          "content-type": "application/json",
          "mcp-protocol-version": protocol,
          "mcp-method": "subscriptions/listen",
        },
      });
      outgoing.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }));
      const signal = AbortSignal.timeout(60_000);
      const [response] = (await once(outgoing, "response", { signal })) as [IncomingMessage];
      const [event] = (await once(response, "data", { signal })) as [Buffer];
      assert.match(event.toString(), /notifications\/subscriptions\/acknowledged/);
      assert.equal(response.complete, false);
      outgoing.on("error", () => {}).destroy();
    });

    void test("passes no hop-by-hop header on", async () => {
      const { status } = await send(discovery, {
        connection: "close, x-only-for-the-proxy",
        "keep-alive": "timeout=600",
        te: "gzip",
      });
      assert.equal(status, 200);
      const sent = ["keep-alive", "te", "upgrade"].map((header) => valuesOf(received.at(-1), header));
      assert.deepEqual(
        sent.flat().filter((value) => value !== "trailers"),
        [],
      );
      assert.ok(!valuesOf(received.at(-1), "connection")!.includes("close"), "The connection to Lectern stays open.");
    });

    void test("accepts the longest authorization request", async () => {
      const state = "%C3%A9".repeat(4096);
      const { status, body } = await send(`/oauth/authorize?response_type=code&client_id=none&state=${state}`);
      assert.ok([400, 303, 302].includes(status!), `${status} ${body.slice(0, 200)}`);
      assert.match(body, new RegExp(site.name));
    });

    void test("serves HTTP/2 and redirects http to https", async () => {
      const session = connect(`https://127.0.0.1:${ports.https}`, { servername: site.host, rejectUnauthorized: false });
      const stream = session.request({ ":path": discovery, ":authority": site.host });
      assert.equal(issuerOf(await text(stream)), site.origin);
      session.close();
      const plain = getHttp({
        host: "127.0.0.1",
        port: ports.http,
        path: "/courses?page=2",
        headers: { host: site.host },
      });
      const [response] = (await once(plain, "response")) as [IncomingMessage];
      response.resume();
      assert.equal(response.statusCode, 308);
      assert.match(response.headers.location!, new RegExp(`^https://${site.host}(:${ports.https})?/courses\\?page=2$`));
    });

    void test("passes bodies of 32 MB on, and refuses larger ones as Lectern does", async () => {
      const before = received.length;
      // Lectern refuses the missing token.
      assert.equal((await post(32_000_000)).status, 401);
      assert.equal(received.length, before + 1);
      const { status, type, body } = await post(34_000_000);
      assert.match(type!, /^application\/problem\+json/);
      // Caddy passes bodies on as they arrive, and Lectern refuses the token before the end.
      if (name === "caddy" && status === 401) return;
      assert.equal(status, 413);
      assert.equal((JSON.parse(body) as { code: string }).code, "body_too_large");
      assert.equal(received.length, before + 1, "The proxy refused it.");
    });

    void test("asks clients to repeat requests while Lectern is stopped", async () => {
      await stopLectern();
      const { status, headers, body } = await send("/api/v1/courses", { accept: "application/json" });
      assert.deepEqual([status, valuesOf(headers, "retry-after")], [503, ["5"]]);
      assert.deepEqual(valuesOf(headers, "content-type"), ["application/problem+json"]);
      assert.equal((JSON.parse(body) as { status: number }).status, 503);
      const page = await send("/courses", { accept: "text/html,application/xhtml+xml" });
      assert.deepEqual([page.status, valuesOf(page.headers, "retry-after")], [503, ["5"]]);
      assert.deepEqual(valuesOf(page.headers, "content-type"), ["text/html; charset=utf-8"]);
    });
  });
}
