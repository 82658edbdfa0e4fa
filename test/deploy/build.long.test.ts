import assert from "node:assert/strict";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { anonymous } from "#access/caller.ts";
import { textOf, toolsFor } from "#mcp/lists/list-tools.ts";
import { everything } from "#mcp/lists/selection.ts";
import { openApiDocument } from "#rest/openapi/document.ts";
import { build } from "../../tools/build.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { root } from "../support/data/source-tree.ts";

const reportsModules = `--import=${pathToFileURL(path.join(root, "test/support/releases/report-modules.ts")).href}`;

void describe("the build of the server", () => {
  let folder: string;
  let dataFolder: string;
  let server: ServerProcess | undefined;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), "lectern-build-"));
    for (const name of [
      "package.json",
      "package-lock.json",
      "tools/build.ts",
      "src",
      "docs/guides",
      "docs/operations",
      "docs/reference",
    ])
      cpSync(path.join(root, name), path.join(folder, name), { recursive: true });
    symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"));
    dataFolder = temporaryDataFolder();
    await build(folder);
  });
  after(async () => {
    await server?.stop();
    for (const created of [folder, dataFolder]) rmSync(created, { recursive: true, force: true });
  });

  async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const port = await freePort();
    const env = { LECTERN_DATA: dataFolder, LECTERN_PORT: port, NODE_OPTIONS: reportsModules, ...settings };
    return (server = await startServer(env, "node", folder));
  }

  const sources = /loaded .*\/src\/server\/serve\.ts/;
  const compiled = /loaded .*\/build\/serve/;

  void test("serves each surface on its demo", async () => {
    const running = await start();
    await assertSurfacesRespond(running);
    await assertApiIsDescribed(running);
    assert.match(running.stderr(), compiled);
    assert.doesNotMatch(running.stderr(), sources);
    assert.equal(await running.stop(), 0);
  });

  void test("has the OpenAPI document instead of its generator, which needs 12 MB of memory", () => {
    const built = path.join(folder, "build");
    const generators = readdirSync(built)
      .filter((file) => file.endsWith(".mjs"))
      .filter((file) => readFileSync(path.join(built, file), "utf8").includes("function openApiDocument"));
    assert.deepEqual(generators, []);
  });

  void test("has the content of the demo schools, so that a first start reads no texts", () => {
    const built = path.join(folder, "build");
    const texts = readdirSync(built)
      .filter((file) => file.endsWith(".mjs"))
      .map((file) => readFileSync(path.join(built, file), "utf8"));
    assert.ok(texts.some((text) => text.includes("Find your way with your eyes and your hands")));
    assert.deepEqual(
      texts.filter((text) => text.includes("school.yaml")),
      [],
    );
  });

  void test("describes the API as it was started, after another build replaced its files", async () => {
    const running = await start();
    await assertApiIsDescribed(running);
    const file = path.join(folder, "build/openapi.json");
    const text = readFileSync(file, "utf8");
    rmSync(file);
    writeFileSync(file, `{"x-later":true,${text.slice(1)}`);
    await assertApiIsDescribed(running, "localhost");
    assert.equal(await running.stop(), 0);
    writeFileSync(file, text);
  });

  void test("loads operations for the requests that need them, and lists the tools of MCP without any", async () => {
    const running = await start();
    const origin = `http://localhost:${running.port}`;
    const { sites } = JSON.parse(readFileSync(path.join(dataFolder, "demo.json"), "utf8")) as {
      sites: [{ apiKey: string }];
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
    const accepted = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const listed = await fetch(`${origin}/mcp/x/all`, { method: "POST", body, headers: accepted });
    const { result } = (await listed.json()) as { result: object };
    assert.deepEqual(result, JSON.parse(textOf(await toolsFor(anonymous, everything, true))));
    const loaded = () =>
      ["courseRoutes", "orderRoutes", "orderOperations"].filter((table) =>
        running.stderr().includes(fileWith(folder, table)),
      );
    // Opens the admin area.
    const page = await fetch(`${origin}/admin`, { redirect: "manual" });
    assert.equal(page.status, 303);
    assert.deepEqual(loaded(), []);
    const headers = { authorization: `Bearer ${sites[0].apiKey}` };
    const requests = [1, 2].map(() => fetch(`${origin}/api/v1/courses`, { headers }));
    assert.deepEqual(
      (await Promise.all(requests)).map(({ status }) => status),
      [200, 200],
    );
    assert.deepEqual(loaded(), ["courseRoutes"]);
    assert.equal(await running.stop(), 0);
  });

  void test("runs in each of several processes", async () => {
    const running = await start({ LECTERN_PROCESSES: "2" });
    await assertSurfacesRespond(running);
    assert.doesNotMatch(running.stderr(), sources);
    assert.equal(await running.stop(), 0);
  });

  void test("is not used after the sources changed", async () => {
    appendFileSync(path.join(folder, "src/server/serve.ts"), "// A change.\n");
    const running = await start();
    assert.match(running.stderr(), sources);
    assert.doesNotMatch(running.stderr(), compiled);
    assert.equal(await running.stop(), 0);
  });
});

/** The file of a build that exports a table of routes. */
function fileWith(folder: string, table: string): string {
  const built = path.join(folder, "build");
  const exported = `export{${table}}`;
  const modules = readdirSync(built).filter((name) => name.endsWith(".mjs"));
  const file = modules.find((name) => readFileSync(path.join(built, name), "utf8").includes(exported));
  assert.ok(file !== undefined, table);
  return file;
}

/** The document of the build is the one that the sources generate. */
async function assertApiIsDescribed({ port }: ServerProcess, host = "127.0.0.1"): Promise<void> {
  const origin = `http://${host}:${port}`;
  const text = await (await fetch(`${origin}/openapi.json`)).text();
  const { info, servers } = JSON.parse(text) as { info: { title: string }; servers: [{ url: string }] };
  const name = info.title.replace("Operator API of ", "");
  assert.equal(text, JSON.stringify(await openApiDocument({ origin: servers[0].url, name })));
  for (const address of ["operations/createCourse", "webhooks/course.created", "schemas/Course", "tags/courses"]) {
    assert.equal((await fetch(`${origin}/docs/api/${address}`)).status, 200, address);
  }
}

async function assertSurfacesRespond({ port }: ServerProcess): Promise<void> {
  const paths = ["/", "/courses", "/sign-in", "/llms.txt", "/docs", "/docs/api", "/openapi.json", "/readyz"];
  for (const address of [...paths, "/.well-known/openid-configuration", "/server.json"]) {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, { headers: { accept: "text/html, */*" } });
    assert.equal(response.status, 200, `${address}: ${(await response.text()).slice(0, 200)}`);
  }
  for (const address of ["/api/v1/courses", "/member/graphql"]) {
    assert.equal((await fetch(`http://127.0.0.1:${port}${address}`, { method: "POST" })).status, 401, address);
  }
}
