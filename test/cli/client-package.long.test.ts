import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { dispatchEvents } from "#domain/webhooks/events/dispatch-events.ts";
import { contextAt } from "../support/doubles/webhook-receiver.ts";
import { packClient } from "../../tools/pack-client.ts";
import { clientManifest } from "../../tools/package/client.ts";
import { anApiKey } from "../support/worlds/api-key.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { root } from "../support/data/source-tree.ts";

const maxBytes = 2_000_000;

/** The Node.js of the machine, which may be as old as 20. */
const machinePath = process.env["PATH"]!.split(":")
  .filter((entry) => !entry.startsWith(root))
  .join(":");

void describe("The package @lectern/cli", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-client-"));
  const command = path.join(folder, "lectern");
  let live: LiveSite;
  let env: Record<string, string>;

  const run = async (words: string[], settings: Record<string, string> = {}) => {
    const child = spawn(command, words, {
      cwd: folder,
      env: { ...env, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const)
      child[name].setEncoding("utf8").on("data", (text: string) => (printed[name] += text));
    const [code] = (await once(child, "close")) as [number];
    return { code, ...printed };
  };

  before(async () => {
    live = await aLiveSite();
    const archive = await packClient(folder, "1.2.3");
    assert.ok(statSync(archive).size < maxBytes);
    await promisify(execFile)("tar", ["-xzf", archive], { cwd: folder });
    // As npm links the command.
    symlinkSync("package/dist/lectern.mjs", command);
    mkdirSync(path.join(folder, "home"));
    env = { PATH: machinePath, XDG_CONFIG_HOME: path.join(folder, "home") };
  });
  after(async () => {
    await live.close();
    rmSync(folder, { recursive: true });
  });

  void test("is small, has no dependencies, and imports Node.js alone", () => {
    const unpacked = path.join(folder, "package");
    const files = readdirSync(unpacked, { recursive: true, encoding: "utf8" }).map((file) => path.join(unpacked, file));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    assert.ok(bytes < maxBytes, String(bytes));
    assert.deepEqual(readdirSync(unpacked).toSorted(), ["LICENSE", "NOTICE", "README.md", "dist", "package.json"]);
    const manifest = JSON.parse(readFileSync(path.join(unpacked, "package.json"), "utf8")) as object;
    assert.deepEqual(manifest, JSON.parse(JSON.stringify(clientManifest("1.2.3"))));
    assert.ok(!("dependencies" in manifest));
    const imported = files
      .filter((file) => file.endsWith(".mjs"))
      .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport\(?)\s*["'`]([\w./:@-]+)["'`]/g)])
      .map(([, name = ""]) => name);
    assert.ok(imported.length > 10);
    assert.deepEqual(
      imported.filter((name) => !/^(node:|\.\/)/.test(name)),
      [],
    );
  });

  void test("starts with the Node.js of the machine, and has the commands for a school elsewhere", async () => {
    assert.deepEqual(await run(["--version"]), { code: 0, stdout: "1.2.3\n", stderr: "" });
    const { stdout } = await run(["--help"]);
    for (const name of ["login", "logout", "whoami", "api", "listen"])
      assert.match(stdout, new RegExp(`^  ${name} `, "m"));
    assert.doesNotMatch(stdout, /serve|DATABASE_URL/);
    const unknown = await run(["serve"]);
    assert.deepEqual([unknown.code, unknown.stdout], [2, ""]);
    const signedOut = await run(["whoami", "--json"]);
    assert.equal(signedOut.code, 2);
    assert.match(signedOut.stderr, /^\{"error":\{"code":"usage"/);
    const event = await run(["listen", "--site", live.origin, "--events", "course.publishd"]);
    assert.match(event.stderr, /course\.published/);
  });

  void test("calls the API of a school, and receives its events", async () => {
    const owner = await live.site.member({ roles: ["owner"] });
    const { key } = await anApiKey(live.site, owner, ["courses:read", "courses:write", "school:read"]);
    const settings = { LECTERN_API_KEY: key };
    const received = Promise.withResolvers<string>();
    const receiver = createServer((request, response) => {
      received.resolve(String(request.headers["webhook-signature"]));
      response.end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    const { port } = receiver.address() as AddressInfo;
    const words = ["listen", "--site", live.origin, "--forward-to", `http://127.0.0.1:${port}/`, "--json"];
    const listening = spawn(command, words, { env: { ...env, ...settings }, stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(listening, "close");
    const lines = createInterface({ input: listening.stdout })[Symbol.asyncIterator]();
    // The signing secret, printed when the command follows the events.
    assert.match(String((await lines.next()).value), /^\{"ready":/);
    const made = await run(["api", "POST", "/courses", "--data", '{"name":"Knots"}', "--site", live.origin], settings);
    assert.equal(made.code, 0, made.stderr);
    while ((await dispatchEvents(contextAt(live.site))) > 0);
    assert.match(await received.promise, /^v1,/);
    listening.kill("SIGTERM");
    await ended;
    receiver.close();
  });

  void test("starts a sign-in with a browser", async () => {
    const child = spawn(command, ["login", live.origin, "--no-browser"], { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = once(child, "close");
    const lines = createInterface({ input: child.stderr });
    for await (const line of lines) if (line.startsWith(`${live.origin}/oauth/authorize?`)) break;
    child.kill("SIGTERM");
    await ended;
    assert.equal(child.signalCode, "SIGTERM");
  });
});
