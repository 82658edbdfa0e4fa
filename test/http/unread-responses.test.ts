import assert from "node:assert/strict";
import { type AddressInfo, connect, type Socket } from "node:net";
import { describe, test, type TestContext } from "node:test";
import type { UnreadLimits } from "#http/connections/unread-responses.ts";
import { sendRaw, statusesOf } from "../attacks/support/raw-connection.ts";
import { until } from "../support/until.ts";
import { aSite, buildProcess } from "../support/world.ts";

const kilobyte = 1024;
const never = 3_600_000;

/** A process with these limits, and clients that send requests and read nothing. */
async function start(t: TestContext, unreadLimits: UnreadLimits) {
  const site = await aSite();
  const app = buildProcess({ unreadLimits, trustedProxies: ["127.0.0.1"] });
  const clients: Socket[] = [];
  t.after(async () => {
    for (const client of clients) client.destroy();
    await app.close();
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  /** The server's side of all connections. */
  const sockets: Socket[] = [];
  app.server.on("connection", (socket: Socket) => sockets.push(socket));
  const request = (path: string, address: string, ...more: string[]) =>
    [`GET ${path} HTTP/1.1`, `Host: ${site.host}`, `X-Forwarded-For: ${address}`, ...more, "", ""].join("\r\n");
  // Loads the surface.
  assert.deepEqual(statusesOf(await send("/openapi.json", "203.0.113.1")), [200]);
  sockets.length = 0;

  function send(path: string, address: string) {
    return sendRaw(`http://127.0.0.1:${port}`, request(path, address, "X-Forwarded-Proto: https", "Connection: close"));
  }

  /** Requests more than the buffers of the operating system take, and waits until bytes wait in the server. */
  async function stall(address: string, ...more: string[]): Promise<{ isClosed: () => boolean; resume: () => void }> {
    const index = sockets.length;
    const socket = connect(port, "127.0.0.1");
    clients.push(socket);
    socket.on("error", () => {}).pause();
    socket.write(request("/openapi.json", address, "X-Forwarded-Proto: https", ...more).repeat(90));
    let waiting = 0;
    const isStalled = () => {
      const { destroyed = false, writableLength = 0 } = sockets[index] ?? {};
      const isSame = writableLength > 0 && writableLength === waiting;
      waiting = writableLength;
      return destroyed || isSame;
    };
    await until(isStalled, "a response that waits for its client");
    return { isClosed: () => sockets[index]!.destroyed, resume: () => socket.resume() };
  }
  return { send, stall, buffered: () => sockets.reduce((sum, socket) => sum + socket.writableLength, 0) };
}

void describe("responses that clients do not read", () => {
  void test("are bounded per client network: the oldest connection of the network is closed", async (t) => {
    const limit = 512 * kilobyte;
    const { stall, send, buffered } = await start(t, {
      bytesPerNetwork: limit,
      totalBytes: never,
      stallTimeoutMs: never,
    });
    const other = await stall("198.51.100.1");
    const clients = [];
    for (let count = 0; count < 12; count++) {
      // All addresses of this IPv6 network belong to one client.
      const encoding = count % 2 === 0 ? ["Accept-Encoding: gzip"] : [];
      clients.push(await stall(`2001:db8::${count + 1}`, ...encoding));
    }
    const closed = clients.map(({ isClosed }) => isClosed());
    assert.ok(closed.filter((isClosed) => !isClosed).length >= 2, String(closed));
    assert.equal(closed[0], true);
    assert.equal(closed.lastIndexOf(true) + 1, closed.indexOf(false), `The oldest ones are closed: ${String(closed)}`);
    assert.equal(other.isClosed(), false);
    assert.ok(buffered() <= 2 * limit, `${buffered()} bytes`);
    assert.deepEqual(statusesOf(await send("/openapi.json", "2001:db8::1")), [200]);
  });

  void test("are bounded in total: a connection of the network with the most bytes is closed", async (t) => {
    const limit = 768 * kilobyte;
    const { stall, buffered } = await start(t, { bytesPerNetwork: never, totalBytes: limit, stallTimeoutMs: never });
    const other = await stall("198.51.100.1");
    const clients = [];
    for (let count = 0; count < 12; count++) clients.push(await stall("203.0.113.7"));
    assert.equal(clients[0]!.isClosed(), true);
    assert.equal(other.isClosed(), false);
    assert.ok(buffered() <= limit, `${buffered()} bytes`);
  });

  void test("without progress end with their connection", async (t) => {
    const { stall } = await start(t, { bytesPerNetwork: never, totalBytes: never, stallTimeoutMs: 200 });
    const client = await stall("203.0.113.7");
    await until(client.isClosed, "the end of the connection");
  });

  void test("continue when the client reads again", async (t) => {
    const { stall, buffered } = await start(t, { bytesPerNetwork: never, totalBytes: never, stallTimeoutMs: never });
    const client = await stall("203.0.113.7");
    client.resume();
    await until(() => buffered() === 0, "the last byte");
    assert.equal(client.isClosed(), false);
  });
});
