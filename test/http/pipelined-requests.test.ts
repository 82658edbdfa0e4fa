import assert from "node:assert/strict";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import type { FastifyInstance } from "fastify";
import { inTurn, waitingLimits } from "#http/connections/in-turn.ts";
import { sendRaw, statusesOf } from "../attacks/support/raw-connection.ts";
import { until } from "../support/until.ts";
import { aSite, type ASite, buildProcess } from "../support/world.ts";

const lines = (...head: string[]) => `${head.join("\r\n")}\r\n\r\n`;
const idsOf = (answer: string) => [...answer.matchAll(/^x-request-id: (\S+)/gim)].map(([, id]) => id);
const graphql = JSON.stringify({ query: "{ viewer { id } }" });
const call = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

void describe("pipelined requests", () => {
  let site: ASite;
  let app: FastifyInstance;
  let origin: string;
  /** IDs of requests without a complete response, and the maximum of their number. */
  const running = new Set<string>();
  let most = 0;

  before(async () => {
    site = await aSite();
    app = buildProcess({
      observe(surface) {
        surface.addHook("onRequest", async ({ id }, { raw }) => {
          running.add(id);
          most = Math.max(most, running.size);
          raw.once("close", () => running.delete(id));
        });
      },
    });
    await app.listen({ host: "127.0.0.1", port: 0 });
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  });
  after(() => app.close());

  let last = 0;
  const request = (line: string, ...more: string[]) =>
    lines(`${line} HTTP/1.1`, `Host: ${site.host}`, "X-Forwarded-Proto: https", `X-Request-Id: r${++last}`, ...more);
  const post = (path: string, body: string, ...more: string[]) =>
    `${request(`POST ${path}`, "Content-Type: application/json", `Content-Length: ${body.length}`, ...more)}${body}`;
  const closing = () => request("GET /healthz", "Connection: close");

  /** One request to each surface. */
  const round = () => [
    request("GET /courses"),
    request("HEAD /openapi.json"),
    request("GET /.well-known/openid-configuration"),
    post("/mcp", call, "Accept: application/json, text/event-stream"),
    post("/member/graphql", graphql),
    request("GET /openapi.json"),
    post("/api/oauth/token", "{}", "Expect: 100-continue"),
    request("DELETE /nowhere"),
    request("GET /docs/errors", "Expect: 100-continue"),
  ];

  void test("beyond the limit are refused once, also if the refused one has an invalid body", async () => {
    for (const count of [
      waitingLimits.perConnection - 1,
      waitingLimits.perConnection,
      waitingLimits.perConnection + 1,
    ]) {
      const waiting = Array.from({ length: count }, () => request("GET /healthz"));
      const invalid = request("POST /api/v1/courses", "Content-Type: application/json", "Transfer-Encoding: chunked");
      const answer = await sendRaw(origin, `${[request("GET /courses"), ...waiting, invalid].join("")}zz\r\n`);
      const statuses = statusesOf(answer);
      assert.ok([400, 503].includes(Number(statuses.at(-1))), `${count}: ${statuses.at(-1)}`);
      assert.deepEqual(statusesOf(await sendRaw(origin, closing())).map(Number), [200]);
    }
  });

  void test("are handled one after another and answered in order, whatever surface they are for", async () => {
    // The first round loads the surfaces.
    await sendRaw(origin, [...round(), closing()].join(""));
    most = 0;
    const sent = [...round(), ...round(), closing()];
    const from = last - sent.length + 1;
    const answer = await sendRaw(origin, sent.join(""));
    assert.deepEqual(
      idsOf(answer),
      Array.from(sent, (_request, index) => `r${from + index}`),
    );
    assert.equal(most, 1);
  });

  void test("beyond the limit are refused, and the connection is closed after the earlier responses", async () => {
    const count = waitingLimits.perConnection;
    const requests = Array.from({ length: count + 50 }, () => request("GET /healthz"));
    const from = last - requests.length + 1;
    const answer = await sendRaw(origin, requests.join(""));
    const statuses = statusesOf(answer);
    assert.deepEqual(statuses, [...Array<number>(count + 1).fill(200), 503]);
    assert.deepEqual(
      idsOf(answer),
      Array.from({ length: count + 1 }, (_each, index) => `r${from + index}`),
    );
    assert.match(answer, /retry-after: 1\r\n/i);
    assert.match(answer, /connection: close\r\n/i);
  });

  void test("are all answered, in any number, if the client reads", async () => {
    const total = 2000;
    const window = 64;
    let [sent, received] = [0, 0];
    most = 0;
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      const fill = () => {
        let packet = "";
        for (; sent < total && sent - received < window; sent++) packet += request("GET /healthz");
        if (packet) socket.write(packet);
      };
      socket.setEncoding("latin1").on("data", (text: string) => {
        received += text.split('{"status":"ok"}').length - 1;
        if (received === total) socket.end();
        else fill();
      });
      socket.on("error", reject).on("close", () => resolve());
      fill();
    });
    assert.equal(received, total);
    assert.equal(most, 1);
  });

  void test("are answered before the error of invalid bytes that follow them", async () => {
    assert.deepEqual(statusesOf(await sendRaw(origin, `${request("GET /courses")}no request\r\n\r\n`)), [200, 400]);
    const large = `${request("GET /courses")}${request("GET /healthz", `X-Large: ${"x".repeat(49 * 1024)}`)}`;
    assert.deepEqual(statusesOf(await sendRaw(origin, large)), [200, 431]);
    const chunked = request("POST /api/oauth/token", "Content-Type: application/json", "Transfer-Encoding: chunked");
    const broken = `${request("GET /courses")}${chunked}zz\r\n${closing()}`;
    assert.deepEqual(statusesOf(await sendRaw(origin, broken)), [200, 400]);
  });

  void test("count per client while they wait, until their connection ends", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let started = 0;
    const handle = inTurn(
      (_request, response) => {
        started++;
        void released.then(() => response.end());
      },
      { perConnection: 10, perNetwork: 3, total: 10 },
    );
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    after(() => server.close());
    const { port } = server.address() as AddressInfo;
    const plain = lines("GET / HTTP/1.1", "Host: a");

    const waiting = connect(port, "127.0.0.1");
    waiting.write(plain.repeat(4));
    await until(() => started === 1, "the first request");
    const refused = sendRaw(`http://127.0.0.1:${port}`, plain.repeat(2));
    await until(() => started === 2, "the request of the second connection");
    waiting.destroy();
    release();
    assert.deepEqual(statusesOf(await refused), [200, 503]);

    const isEmpty = async () => (await promisify(server.getConnections.bind(server))()) === 0;
    await until(isEmpty, "the end of both connections");
    const closing = lines("GET / HTTP/1.1", "Host: a", "Connection: close");
    const answer = await sendRaw(`http://127.0.0.1:${port}`, plain.repeat(3) + closing);
    assert.deepEqual(statusesOf(answer), [200, 200, 200, 200]);
  });
});
