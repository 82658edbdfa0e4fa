import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { packDatabase, packLectern, packRuntime } from "../../tools/pack.ts";
import { databasesOf, type PlatformProgram, runtimesOf } from "../../tools/package/manifest.ts";
import { anNpmRegistry, type NpmRegistry } from "../support/doubles/npm-registry.ts";
import { root } from "../support/data/source-tree.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { aPicture } from "../support/worlds/pictures.ts";

const run = promisify(execFile);

/** Without the programs of this repository: the Node.js and npm of the machine. */
const machinePath = process.env["PATH"]!.split(":")
  .filter((entry) => !entry.startsWith(root))
  .join(":");

const isInstalled = ({ platform }: PlatformProgram): boolean => platform === `${process.platform}-${process.arch}`;

const [older, newer] = ["0.9.0", "0.9.1"];

void describe("The published package", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-package-"));
  const school = path.join(folder, "school");
  const data = path.join(school, ".data");
  let registry: NpmRegistry;
  let packed: Record<string, string>;
  let env: Record<string, string>;
  let server: ServerProcess | undefined;

  before(async () => {
    const upstream = (await run("npm", ["config", "get", "registry"], { cwd: folder })).stdout.trim();
    registry = await anNpmRegistry(upstream);
    // PostgreSQL, which never runs as root, needs a way to its files.
    chmodSync(folder, 0o755);
    const [first, second] = await packLectern(folder, [older, newer]);
    packed = {
      older: first!,
      newer: second!,
      runtime: await packRuntime(runtimesOf(root).find(isInstalled)!, folder),
      database: await packDatabase(databasesOf(root).find(isInstalled)!, folder),
    };
    mkdirSync(school);
    const account = `registry=${registry.url}/\n//${new URL(registry.url).host}/:_authToken=test\n`;
    writeFileSync(path.join(folder, ".npmrc"), account);
    env = {
      HOME: process.env["HOME"]!,
      PATH: machinePath,
      npm_config_registry: registry.url,
      npm_config_cache: path.join(folder, "cache"),
    };
    await publish("runtime");
    await publish("database");
    await publish("older");
  });
  after(async () => {
    await server?.killTree();
    await registry.close();
    rmSync(folder, { recursive: true });
  });

  async function publish(name: string): Promise<void> {
    await run("npm", ["publish", packed[name]!], { cwd: folder, env });
  }

  async function serve(name = "lectern"): Promise<ServerProcess> {
    const port = await freePort();
    return (server = await startServer({ ...env, LECTERN_PORT: port }, ["npx", "--yes", name, "serve"], school));
  }

  /** A request with the API key of the demo. */
  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const { sites } = JSON.parse(readFileSync(path.join(data, "demo.json"), "utf8")) as Demo;
    const headers = { authorization: `Bearer ${sites[0].apiKey}`, ...init.headers };
    return fetch(new URL(address, `http://localhost:${server!.port}`), { ...init, headers });
  }

  void test("serves a school from an empty folder within a minute, download included, on the Node.js of the machine", async () => {
    const begun = performance.now();
    const running = await serve();
    const response = await fetch(`http://localhost:${running.port}/`);
    const seconds = (performance.now() - begun) / 1000;
    assert.equal(response.status, 200);
    assert.ok(running.stderr().includes(`Preparing the database in ${path.join(data, "postgres")}`), running.stderr());
    // On a machine with other work, everything takes longer in proportion.
    const load = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
    assert.ok(seconds < 60 * load, `${seconds} s at a load of ${load}`);
  });

  void test("answers on every surface from the build, and starts its programs", async () => {
    for (const address of ["/courses", "/docs/guides/quickstart", "/docs/api", "/openapi.json", "/llms.txt", "/readyz"])
      assert.equal((await request(address)).status, 200, address);
    const body = new FormData();
    body.append("visibility", "public");
    const picture = new Blob([new Uint8Array(aPicture({ width: 64, height: 64 }))], { type: "image/png" });
    body.append("file", picture, "knots.png");
    assert.equal((await request("/api/v1/files", { method: "POST", body })).status, 201);
    const course = JSON.stringify({ name: "Knots" });
    const json = { "content-type": "application/json" };
    assert.equal((await request("/api/v1/courses", { method: "POST", body: course, headers: json })).status, 201);
    const listed = (await (await request("/api/v1/orders?status=paid&limit=1")).json()) as { data: [{ id: string }] };
    const { sites } = JSON.parse(readFileSync(path.join(data, "demo.json"), "utf8")) as Demo;
    const owner = new HttpVisitor(`http://localhost:${server!.port}`);
    await owner.signIn(sites[0].members[0].email, sites[0].members[0].password);
    const document = await owner.request(`/admin/orders/${listed.data[0].id}/receipt.pdf`);
    assert.equal(document.headers.get("content-type"), "application/pdf");
  });

  void test("stops with npx, and keeps its data through an update", async () => {
    const first = server!;
    first.signal("SIGTERM");
    await first.exited;
    assert.ok(!existsSync(path.join(data, "postgres/cluster/postmaster.pid")));
    await publish("newer");
    await serve("lectern@latest");
    const { stdout: version } = await run("npx", ["--yes", "lectern@latest", "--version"], { cwd: school, env });
    assert.equal(version, `${newer}\n`);
    const courses = (await (await request("/api/v1/courses?limit=100")).json()) as { data: { name: string }[] };
    assert.ok(courses.data.some(({ name }) => name === "Knots"));
    server!.signal("SIGTERM");
    await server!.exited;
  });

  void describe("installed into a project", () => {
    const project = path.join(folder, "project");
    const command = path.join(project, "node_modules/lectern/bin/lectern.js");

    before(async () => {
      mkdirSync(project);
      writeFileSync(path.join(project, "package.json"), '{"private":true}');
      await run("npm", ["install", "--ignore-scripts", `lectern@${older}`], { cwd: project, env });
    });

    /** Runs a command with the Node.js of the tests. */
    async function lectern(words: string[], settings: Record<string, string> = {}) {
      const variables = { PATH: machinePath, ...settings };
      return run(process.execPath, [command, ...words], { cwd: project, env: variables });
    }

    void test("has at most 250 MB with the embedded database, and neither sources nor tests", () => {
      const modules = path.join(project, "node_modules");
      const bytes = diskUse(modules);
      const folders = readdirSync(modules).filter((name) => !name.startsWith("."));
      const parts = folders.map((name) => `${name} ${diskUse(path.join(modules, name))}`);
      assert.ok(bytes < 250_000_000, `${bytes} bytes: ${parts.join(", ")}`);
      const own = globSync(["*.*", "{bin,build,src,docs}/**/*.*"], { cwd: path.join(modules, "lectern") });
      assert.deepEqual(
        own.filter((file) => /\.tsx?$|test/.test(path.basename(file)) && !file.startsWith("build/")),
        [],
      );
      for (const name of ["LICENSE", "NOTICE", "README.md"])
        assert.ok(own.includes(name) || existsSync(path.join(modules, "lectern", name)), name);
    });

    void test("shows the help of each command", async () => {
      const { stdout } = await lectern(["--help"]);
      const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]+) {2,}\S/gm)].map(([, name]) => name!);
      assert.ok(names.includes("serve") && names.length > 20, names.join(" "));
      for (const name of names) assert.match((await lectern([name, "--help"])).stdout, /^Usage: lectern /, name);
      assert.equal((await lectern(["--version"])).stdout, `${older}\n`);
    });

    void test("runs commands, and explains what is wrong", async () => {
      const settings = { LECTERN_ENV: "test", LECTERN_DATA: path.join(project, "data") };
      const site = ["--site", "http://localhost:8080"];
      await lectern(["site", "create", "http://localhost:8080", "--name", "Knots"], settings);
      await lectern(["member", "add", "ana@school.example", "--roles", "owner", "--generate-password"], settings);
      await lectern(["import", "course-folder", path.join(root, "examples/courses"), ...site], settings);
      await lectern(["backup", project], settings);
      const made = path.join(project, "school");
      const answers = ["--domain", "learn.school.example", "--owner", "ana@school.example"];
      await lectern(["init", made, "--yes", ...answers], {});
      assert.equal((await run(path.join(made, "lectern"), ["--version"])).stdout, `${older}\n`);
      assert.ok(readdirSync(project).some((file) => /^lectern-.*\.tar$/.test(file)));
      for (const words of [["sit"], ["serve", "--prot"], ["site", "create", "learn"]]) {
        const failed = (await lectern(words, settings).catch((error: unknown) => error)) as Failed;
        assert.equal(failed.code, 2, words.join(" "));
        assert.match(failed.stderr, /^lectern: .*\n(\(Did you mean .*\n)?(See: lectern .*--help\n)?$/);
      }
    });
  });
});

interface Demo {
  sites: [{ origin: string; apiKey: string; members: [{ email: string; password: string }] }];
}

interface Failed {
  code: number;
  stderr: string;
}

/** Bytes that a folder occupies on the disk. */
function diskUse(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return entries.reduce((sum, entry) => sum + lstatSync(path.join(folder, entry)).blocks * 512, 0);
}
