import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { aScratchDatabase } from "../database/support/scratch-database.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { secretKey } from "../support/world.ts";

const reportsModules = `--import=${pathToFileURL(path.join(import.meta.dirname, "../support/releases/report-modules.ts")).href}`;

// Unused packages cost memory (docs/operations/sizing.md). In the shared database, jobs of other tests would load them.
void test("A server starts without the packages of surfaces and settings that are not in use", async () => {
  await using scratch = await aScratchDatabase();
  const { target, url } = databaseLocation();
  const proxy = await aTcpProxy(target);
  url.host = `127.0.0.1:${proxy.port}`;

  url.pathname = `/${scratch.name}`;
  const folder = temporaryDataFolder();
  const ownServer = await startServer({
    LECTERN_ENV: "production",
    LECTERN_SECRET_KEY: secretKey.toString("hex"),
    LECTERN_DATA: folder,
    LECTERN_PORT: await freePort(),
    LECTERN_METRICS_PORT: await freePort(),
    NODE_OPTIONS: reportsModules,
    DATABASE_URL: url.href,
  });
  await ownServer.stop();
  await proxy.close();
  rmSync(folder, { recursive: true, force: true });
  const packages = [...ownServer.stderr().matchAll(/^loaded .*node_modules\/((?:@[^/]+\/)?[^/\s]+)/gm)];
  const names = new Set(packages.map(([, name]) => name));
  // The library for metrics, and the API that it loads.
  assert.deepEqual(names, new Set(["prom-client", "@opentelemetry/api"]));
  assert.doesNotMatch(ownServer.stderr(), /loaded Intl/);
  // Of the sources or of the build, whichever runs.
  assert.doesNotMatch(
    ownServer.stderr(),
    /loaded .*\/(identity-providers\/saml\/|build\/(canonical-xml|xml-tree|saml))/,
  );
  assert.doesNotMatch(ownServer.stderr(), /loaded .*\/(src\/|build\/[\w-]*)demo/);
});
