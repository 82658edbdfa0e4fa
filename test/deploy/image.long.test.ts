import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { hlsLibrary } from "#pages/learn/hls-library.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { descendantsOf } from "../support/processes/process-tree.ts";
import { freePort } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { aSite, secretKey } from "../support/world.ts";

/*
 * Builds both variants of the image and runs them, where docker with a running daemon or buildah is installed. IMAGE_BUILD_OPTIONS has
 * further options of the build, such as `--build-arg BASE_IMAGE=…` without access to the registries, and
 * `--secret id=npmrc,src=…` for a private registry of packages. TESTED_IMAGE and TESTED_ALL_IN_ONE_IMAGE name images that
 * are tested instead.
 */

const root = path.join(import.meta.dirname, "../..");
/** The variants of deploy/Dockerfile, each with an environment variable that names a finished image, and its limit. */
const variants = {
  slim: { variable: "TESTED_IMAGE", maxBytes: 250_000_000 },
  // With PostgreSQL (60 MB) and the base image of Debian (75 MB).
  "all-in-one": { variable: "TESTED_ALL_IN_ONE_IMAGE", maxBytes: 400_000_000 },
} as const;
type Variant = keyof typeof variants;

const works = (command: string, ...args: string[]) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Asynchronous, because this process forwards the connections of the database. */
async function run(command: string, args: readonly string[]) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "close") as Promise<[number | null]>;
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { status, stdout: stdout.trim(), stderr };
}

async function output(command: string, args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await run(command, args);
  assert.equal(status, 0, stderr.slice(-4000));
  return stdout;
}

interface ImageConfig {
  User: string;
  Entrypoint: string[];
  Cmd: string[];
  Env: string[];
}

interface Engine {
  command: string;
  bytes: () => Promise<number>;
  config: () => Promise<ImageConfig>;
  /** Arguments that run the entry point of the image with these arguments on the network of the machine. */
  runs: (env: Record<string, string>, args: readonly string[]) => Promise<string[]>;
  /** Ends the server that `runs` started. */
  stop: (pid: number) => void;
  remove: () => Promise<unknown>;
}

const variables = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `--env=${name}=${value}`);

const hardened = "--rm --network=host --read-only --tmpfs=/tmp --cap-drop=ALL --security-opt=no-new-privileges";

/** Commands of the all-in-one image share the data with its server by a volume. */
const docker = (image: string, isPrebuilt: boolean): Engine => ({
  command: "docker",
  bytes: async () => Number(await output("docker", ["image", "inspect", "--format={{.Size}}", image])),
  config: async () =>
    JSON.parse(await output("docker", ["image", "inspect", "--format={{json .Config}}", image])) as ImageConfig,
  runs: async (env, args) => {
    const volume = `--volume=${volumeOf(image)}:/var/lib/lectern`;
    return ["run", ...hardened.split(" "), volume, ...variables(env), image, ...args];
  },
  // Docker forwards signals to the container.
  stop: (pid) => process.kill(pid, "SIGTERM"),
  async remove() {
    await run("docker", ["volume", "rm", volumeOf(image)]);
    if (!isPrebuilt) await run("docker", ["image", "rm", "--force", image]);
  },
});

const isNode = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("/usr/local/bin/node");

const volumeOf = (image: string) => `${image.replaceAll(/[^a-z0-9]+/g, "-")}-data`;

/** Buildah runs as root without a supervisor; the root file system of its container is writable. */
function buildah(image: string, isPrebuilt: boolean): Engine {
  const container = `lectern-test-${process.pid}-${volumeOf(image)}`;
  const config = async () => {
    const inspected = JSON.parse(await output("buildah", ["inspect", "--type=image", image])) as {
      Docker: { config: ImageConfig };
    };
    return inspected.Docker.config;
  };
  return {
    command: "buildah",
    config,
    async bytes() {
      await output("buildah", ["from", "--pull-never", `--name=${container}`, image]);
      const folder = await output("buildah", ["mount", container]);
      const [bytes] = (await output("du", ["--summarize", "--bytes", "--one-file-system", folder])).split("\t");
      return Number(bytes);
    },
    async runs(env, args) {
      const { Entrypoint } = await config();
      return ["run", "--network=host", ...variables(env), container, "--", ...Entrypoint, ...args];
    },
    // Buildah is no supervisor, so its child gets the signal directly: Node.js, not the processes of PostgreSQL.
    stop(pid) {
      process.kill(descendantsOf(pid).find(isNode)!, "SIGTERM");
    },
    async remove() {
      await run("buildah", ["rm", container]);
      if (!isPrebuilt) await run("buildah", ["rmi", "--force", image]);
    },
  };
}

const engineOf = works("docker", "info") ? docker : works("buildah", "version") ? buildah : undefined;
const skip = engineOf === undefined && "neither docker with a running daemon nor buildah is installed";

/** Returns the image of a variant. Undefined, with the reason, if its base images cannot be pulled. */
async function imageOf(context: TestContext, variant: Variant): Promise<Engine | undefined> {
  assert.ok(engineOf);
  const prebuilt = process.env[variants[variant].variable];
  const image = prebuilt ?? `lectern-test-${process.pid}-${variant}`;
  const engine = engineOf(image, prebuilt !== undefined);
  if (prebuilt === undefined && !(await build(context, engine, image, variant))) return undefined;
  context.after(() => engine.remove());
  const bytes = await engine.bytes();
  context.diagnostic(`The image has ${(bytes / 1e6).toFixed(1)} MB.`);
  assert.ok(bytes <= variants[variant].maxBytes, `${bytes} bytes`);
  const { User, Cmd, Env } = await engine.config();
  assert.deepEqual([User, Cmd], ["65532:65532", ["serve"]]);
  assert.ok(Env.includes("LECTERN_ENV=production"));
  return engine;
}

/** Starts the server, requests pages, and stops it with SIGTERM. */
async function serve(engine: Engine, env: Record<string, string>, use: (origin: string) => Promise<void>) {
  const server = spawn(engine.command, await engine.runs(env, ["serve"]), { stdio: ["ignore", "pipe", "pipe"] });
  const [ended, log, complaints] = [once(server, "exit"), text(server.stdout), text(server.stderr)];
  const origin = `http://127.0.0.1:${env["LECTERN_PORT"]}`;
  while ((await statusOf(`${origin}/healthz`)) !== 200) {
    assert.equal(server.exitCode, null, server.exitCode === null ? "" : await complaints);
    await delay(100);
  }
  await use(origin);
  engine.stop(server.pid!);
  const [exitStatus] = (await ended) as [number | null];
  assert.equal(exitStatus, 0, await complaints);
  assert.match(await log, /"msg":"request"/);
}

async function statusOf(url: string): Promise<number | undefined> {
  const response = await fetch(url).catch(() => undefined);
  // The server waits for clients that still read.
  await response?.arrayBuffer();
  return response?.status;
}

void test(
  "The slim image has at most 250 MB, runs without privileges, serves, and stops on SIGTERM",
  { skip },
  async (context) => {
    const engine = await imageOf(context, "slim");
    if (!engine) return;
    const port = await freePort();
    const site = await aSite({ signing: "off" }, `http://127.0.0.1:${port}`);
    const { target, url } = databaseLocation();
    const proxy = await aTcpProxy(target);
    context.after(() => proxy.close());
    url.port = String(proxy.port);
    const env = { LECTERN_PORT: port, LECTERN_SECRET_KEY: secretKey.toString("hex"), DATABASE_URL: url.href };

    const lectern = async (...args: string[]) => output(engine.command, await engine.runs(env, args));
    assert.match(await lectern("site", "show", site.host), new RegExp(site.origin));
    const address = `${process.pid}@example.test`;
    assert.match(
      await lectern("member", "add", address, "--roles", "owner", "--site", site.host, "--generate-password"),
      /Password/,
    );
    await serve(engine, env, async (origin) => {
      // Each of these needs packages of its own.
      for (const page of [
        "/readyz?exclude=files",
        "/",
        "/openapi.json",
        "/docs/guides/quickstart",
        "/docs/api/operations/listCourses",
        "/llms.txt",
        hlsLibrary.path,
        "/docs/member-api",
      ])
        assert.equal(await statusOf(`${origin}${page}`), 200, page);
    });
  },
);

void test("The all-in-one image creates a school in its own database, and keeps it", { skip }, async (context) => {
  const engine = await imageOf(context, "all-in-one");
  if (!engine) return;
  const port = await freePort();
  const env = { LECTERN_PORT: port, LECTERN_SECRET_KEY: secretKey.toString("hex") };
  const lectern = async (...args: string[]) => output(engine.command, await engine.runs(env, args));
  await lectern("site", "create", `http://127.0.0.1:${port}`, "--name", "Knots");
  const added = await lectern("member", "add", "ana@school.example", "--roles", "owner", "--link");
  const [link] = /http:\S+invitation\S+/.exec(added)!;
  await serve(engine, env, async (origin) => {
    for (const page of ["/readyz", "/", "/docs/guides/quickstart"])
      assert.equal(await statusOf(`${origin}${page}`), 200, page);
    assert.equal(await statusOf(link), 200);
  });
});

/** Returns false, and says why, if the base images cannot be pulled. */
async function build(context: TestContext, { command }: Engine, image: string, variant: Variant): Promise<boolean> {
  const extra = process.env["IMAGE_BUILD_OPTIONS"]?.split(/\s+/) ?? [];
  // The variants share their first layers.
  const format = command === "buildah" ? ["--format=docker", "--layers"] : [];
  const options = [...format, ...extra, `--build-arg=VARIANT=${variant}`, "--file=deploy/Dockerfile"];
  const outcome = await run(command, ["build", ...options, `--tag=${image}`, "."]);
  const isUnreachable = /failed to resolve|initializing source|pinging container registry|dial tcp|i\/o timeout/i;
  if (outcome.status !== 0 && isUnreachable.test(outcome.stderr)) {
    context.skip(`the base images cannot be pulled: ${outcome.stderr.trim().split("\n").at(-1)}`);
    return false;
  }
  assert.equal(outcome.status, 0, outcome.stderr.slice(-4000));
  return true;
}
