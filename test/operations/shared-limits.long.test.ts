import assert from "node:assert/strict";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy, type TcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, type ASite, loopbackRedirect, password, secretKey } from "../support/world.ts";

void describe("two processes on one database", () => {
  const dataFolders = [temporaryDataFolder(), temporaryDataFolder()];
  let proxy: TcpProxy;
  let servers: ServerProcess[];

  before(async () => {
    const { target, url } = databaseLocation();
    proxy = await aTcpProxy(target);
    url.hostname = "127.0.0.1";
    url.port = String(proxy.port);
    const start = async (dataFolder: string) =>
      startServer({
        LECTERN_ENV: "production",
        LECTERN_SECRET_KEY: secretKey.toString("hex"),
        LECTERN_DATA: dataFolder,
        LECTERN_PORT: await freePort(),
        DATABASE_URL: url.href,
      });
    servers = await Promise.all(dataFolders.map(start));
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await proxy.close();
    for (const folder of dataFolders) rmSync(folder, { recursive: true, force: true });
  });

  /** Loads the form from the first process and submits it to the given one. */
  async function signIn(server: ServerProcess, site: ASite, email: string, secret: string) {
    const page = await send(servers[0]!, site, "/sign-in");
    const cookie = page.headers["set-cookie"]!.map((line) => line.split(";")[0]).join("; ");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)![1]!;
    const form = new URLSearchParams({ csrf, email, password: secret }).toString();
    const headers = { cookie, "content-type": "application/x-www-form-urlencoded" };
    return send(server, site, "/sign-in", headers, form);
  }

  const alternating = <Result>(times: number, work: (server: ServerProcess) => Promise<Result>) =>
    Promise.all(Array.from({ length: times }, (_, index) => work(servers[index % 2]!)));

  void test("count failed sign-ins together: of 30 concurrent ones ten are checked, by either process", async () => {
    const site = await aSite();
    const { email } = await site.member();
    const answers = await alternating(30, (server) => signIn(server, site, email, "wrong"));
    assert.deepEqual(tally(answers), { 401: limits.signInPerAccountAndAddress.max, 429: 20 });
    for (const server of servers) {
      const refused = await signIn(server, site, email, password);
      assert.equal(refused.status, 429);
      assert.ok(Number(refused.headers["retry-after"]) > 800);
    }
    const neighbour = await site.member();
    for (const server of servers) assert.equal((await signIn(server, site, neighbour.email, password)).status, 303);
  });

  void test("count registrations together", async () => {
    const site = await aSite({ registrationsPerHour: 60 });
    const metadata = JSON.stringify({ client_name: "Reader", redirect_uris: [loopbackRedirect] });
    const headers = { "content-type": "application/json" };
    const { registrationsPerHour } = site.settings;
    const answers = await alternating(registrationsPerHour + 10, (server) =>
      send(server, site, "/api/oauth/register", headers, metadata),
    );
    assert.deepEqual(tally(answers), { 201: registrationsPerHour, 429: 10 }, servers.map(errorsOf).join("\n"));
    const refused = answers.find(({ status }) => status === 429)!;
    assert.ok(Number(refused.headers["retry-after"]) > 3500);
  });
});

/** Sends a request to one of the processes, as a proxy in front of them would. */
async function send(server: ServerProcess, { host }: ASite, path: string, headers = {}, body?: string) {
  const options = { port: server.port, host: "127.0.0.1", path, method: body === undefined ? "GET" : "POST" };
  const sent = request({ ...options, headers: { host, ...headers } });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return { status: response.statusCode!, headers: response.headers, body: await text(response) };
}

const tally = (answers: { status: number }[]) =>
  Object.fromEntries(
    Map.groupBy(answers, ({ status }) => status)
      .entries()
      .map(([status, { length }]) => [status, length]),
  );

/** Lines of the log at the levels error and fatal. */
const errorsOf = (server: ServerProcess): string =>
  server
    .stdout()
    .split("\n")
    .filter((line) => /"level":[56]0/.test(line))
    .join("\n");
