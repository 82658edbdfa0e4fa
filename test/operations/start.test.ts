import assert from "node:assert/strict";
import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";

void describe("a first start on an empty folder", () => {
  let dataFolder: string;
  let port: string;
  let server: ServerProcess;
  const env = () => ({ LECTERN_DATA: dataFolder, LECTERN_PORT: port, LECTERN_HOST: "localhost" });

  before(async () => {
    dataFolder = temporaryDataFolder();
    port = await freePort();
    server = await startServer(env());
  });
  after(async () => {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  void test("prints the address and the demo account, and responds at both addresses", async () => {
    for (const host of ["localhost", "127.0.0.1"]) {
      const origin = `http://${host}:${port}`;
      assert.ok(server.stderr().includes(origin), server.stderr());
      const home = await fetch(origin, { headers: { accept: "text/html" } });
      assert.equal(home.status, 200);
      const discovery = await fetch(`${origin}/.well-known/openid-configuration`);
      assert.equal(((await discovery.json()) as { issuer: string }).issuer, origin);
    }
    assert.match(server.stderr(), /PASSWORD +ROLES/);
    const [, url, authorization] = /curl -s "([^"]+)" -H "Authorization: ([^"]+)"/.exec(server.stderr())!;
    const courses = await fetch(url!, { headers: { authorization: authorization! } });
    assert.equal(courses.status, 200);
    assert.equal(((await courses.json()) as { data: unknown[] }).data.length, 3);
    assert.equal(statSync(path.join(dataFolder, "demo.json")).mode & 0o777, 0o600);
    assert.equal(statSync(path.join(dataFolder, "secret.key")).mode & 0o777, 0o600);
  });
});
