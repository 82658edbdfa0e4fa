import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
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
 * Builds the image and runs it, where docker with a running daemon or buildah is installed. IMAGE_BUILD_OPTIONS has
 * further options of the build, such as `--build-arg BASE_IMAGE=…` without access to the registries, and
 * `--secret id=npmrc,src=…` for a private registry of packages. TESTED_IMAGE names an image that is tested instead.
 */

const root = path.join(import.meta.dirname, "../..");
const prebuilt = process.env["TESTED_IMAGE"];
const container = `lectern-test-${process.pid}`;
const image = prebuilt ?? container;
const maxBytes = 250_000_000;

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
  remove: () => Promise<unknown>;
}

const variables = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `--env=${name}=${value}`);

const hardened =
  "--rm --network=host --read-only --tmpfs=/tmp --tmpfs=/var/lib/lectern:uid=65532 --cap-drop=ALL --security-opt=no-new-privileges";

const docker: Engine = {
  command: "docker",
  bytes: async () => Number(await output("docker", ["image", "inspect", "--format={{.Size}}", image])),
  config: async () =>
    JSON.parse(await output("docker", ["image", "inspect", "--format={{json .Config}}", image])) as ImageConfig,
  runs: async (env, args) => ["run", ...hardened.split(" "), ...variables(env), image, ...args],
  remove: async () => prebuilt ?? run("docker", ["image", "rm", "--force", image]),
};

/** Buildah runs as root without a supervisor; the root file system of its container is writable. */
const buildah: Engine = {
  command: "buildah",
  async bytes() {
    await output("buildah", ["from", "--pull-never", `--name=${container}`, image]);
    const folder = await output("buildah", ["mount", container]);
    const [bytes] = (await output("du", ["--summarize", "--bytes", "--one-file-system", folder])).split("\t");
    return Number(bytes);
  },
  async config() {
    const inspected = JSON.parse(await output("buildah", ["inspect", "--type=image", image])) as {
      Docker: { config: ImageConfig };
    };
    return inspected.Docker.config;
  },
  async runs(env, args) {
    const { Entrypoint } = await buildah.config();
    return ["run", "--network=host", ...variables(env), container, "--", ...Entrypoint, ...args];
  },
  async remove() {
    await run("buildah", ["rm", container]);
    if (prebuilt === undefined) await run("buildah", ["rmi", "--force", image]);
  },
};

const engine = works("docker", "info") ? docker : works("buildah", "version") ? buildah : undefined;

void test(
  "The image has at most 250 MB, runs without privileges, serves, and stops on SIGTERM",
  { skip: engine ? false : "neither docker with a running daemon nor buildah is installed" },
  async (context) => {
    assert.ok(engine);
    if (prebuilt === undefined && !(await build(context, engine))) return;
    context.after(() => engine.remove());
    const bytes = await engine.bytes();
    context.diagnostic(`The image has ${(bytes / 1e6).toFixed(1)} MB.`);
    assert.ok(bytes <= maxBytes, `${bytes} bytes`);
    const { User, Cmd, Env } = await engine.config();
    assert.deepEqual([User, Cmd], ["65532:65532", ["serve"]]);
    assert.ok(Env.includes("LECTERN_ENV=production"));

    const port = await freePort();
    const site = await aSite({ signing: "off" }, `http://127.0.0.1:${port}`);
    const { target, url } = databaseLocation();
    const proxy = await aTcpProxy(target);
    context.after(() => proxy.close());
    url.port = String(proxy.port);
    const env = { LECTERN_PORT: port, LECTERN_SECRET_KEY: secretKey.toString("hex"), DATABASE_URL: url.href };

    const lectern = async (...args: string[]) => output(engine.command, await engine.runs(env, args));
    assert.match(await lectern("site", "show", site.host), new RegExp(site.origin));
    const address = `${container}@example.test`;
    assert.match(
      await lectern("member", "add", address, "--roles", "owner", "--site", site.host, "--generate-password"),
      /Password/,
    );

    const server = spawn(engine.command, await engine.runs(env, ["serve"]), { stdio: ["ignore", "pipe", "pipe"] });
    const [ended, log, complaints] = [once(server, "exit"), text(server.stdout), text(server.stderr)];
    const status = async (page: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${page}`).catch(() => undefined);
      // The server waits for clients that still read.
      await response?.arrayBuffer();
      return response?.status;
    };
    while ((await status("/healthz")) !== 200) {
      assert.equal(server.exitCode, null, server.exitCode === null ? "" : await complaints);
      await delay(100);
    }
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
      assert.equal(await status(page), 200, page);
    stop(server.pid!);
    const [exitStatus] = (await ended) as [number | null];
    assert.equal(exitStatus, 0, await complaints);
    assert.match(await log, /"msg":"request"/);
  },
);

/** Returns false, and says why, if the base images cannot be pulled. */
async function build(context: TestContext, { command }: Engine): Promise<boolean> {
  const extra = process.env["IMAGE_BUILD_OPTIONS"]?.split(/\s+/) ?? [];
  const format = command === "buildah" ? ["--format=docker"] : [];
  const outcome = await run(command, ["build", ...format, ...extra, "--file=deploy/Dockerfile", `--tag=${image}`, "."]);
  const isUnreachable = /failed to resolve|initializing source|pinging container registry|dial tcp|i\/o timeout/i;
  if (outcome.status !== 0 && isUnreachable.test(outcome.stderr)) {
    context.skip(`the base images cannot be pulled: ${outcome.stderr.trim().split("\n").at(-1)}`);
    return false;
  }
  assert.equal(outcome.status, 0, outcome.stderr.slice(-4000));
  return true;
}

/** Docker forwards signals to the container. Buildah is no supervisor, so its child gets the signal directly. */
function stop(pid: number): void {
  process.kill(engine === docker ? pid : descendantsOf(pid).at(-1)!, "SIGTERM");
}
