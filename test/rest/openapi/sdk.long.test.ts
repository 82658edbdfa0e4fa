import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { Webhook } from "standardwebhooks";
import { asRecord } from "#lib/json/is-record.ts";
import { documentNames } from "#pages/docs/contents.ts";
import { type ApiDocument, readOperation, readReference } from "#pages/docs/api/reference.ts";
import { samplesOf } from "#pages/docs/api/samples.ts";
import { root } from "../../support/data/source-tree.ts";
import { freePort } from "../../support/processes/server-process.ts";
import { type LiveSite, aLiveSite } from "../../support/worlds/live-site.ts";
import { operatorOf } from "../support/operator.ts";

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), "lectern-sdk-"));
const built = path.join(folder, "built");
const codeIn = (document: string, fence: RegExp) =>
  [...readFileSync(path.join(root, `docs/${document}.md`), "utf8").matchAll(fence)].map(([, code]) => code!);
/** All TypeScript of the guide. */
const recipes = codeIn("guides/typescript-sdk", /^```ts(?: sdk)?\n(.*?)^```$/gms);
/** The samples of other documents. */
const samples = documentNames
  .filter((name) => name !== "guides/typescript-sdk")
  .flatMap((name) => codeIn(name, /^```ts sdk\n(.*?)^```$/gms).map((code, index) => ({ name, index, code })));

/** Type-checks only if methods return the resource itself, lists have items, and events are a union by type. */
const typed = `import { type ApiResponse, type Changes, type Course, type ExpandableCourseSummary, Lectern } from "@lectern/sdk";
import type { WebhookEvent, WebhookEventOf } from "@lectern/sdk/webhooks";

export async function check(lectern: Lectern, event: WebhookEvent): Promise<unknown> {
  const path = { course: "knots" };
  const course: Course = await lectern.getCourse({ path });
  const response: ApiResponse<Course> = await lectern.withResponse.getCourse({ path });
  const first: IteratorResult<Changes<ExpandableCourseSummary>> = await lectern.changes.listCourses().next();
  if (event.type === "course.updated") {
    const known: WebhookEventOf<"course.updated"> = event;
    const name: string | undefined = known.data.previous_attributes?.name;
    return name;
  }
  // @ts-expect-error A course has no field of this name.
  const wrong: string = course.nmae;
  // @ts-expect-error A quiz is replaced with If-Match only.
  await lectern.replaceQuiz({ path: { lecture: "lec_1" }, body: { questions: [] } });
  // @ts-expect-error A log has no changes.
  lectern.changes.listAuditLog();
  // @ts-expect-error An order is not an event of a course.
  const order: WebhookEventOf<"order.paid"> = {} as WebhookEventOf<"course.created">;
  return [course, response, first, wrong, order];
}
`;

const tsconfig = {
  compilerOptions: { target: "esnext", module: "nodenext", strict: true, noEmit: true, types: ["node"] },
  include: ["*.ts", "samples/*.ts"],
};

/** `guides/quickstart`: `sample-quickstart-0.ts` */
const fileOf = (name: string, index: number) => `sample-${path.basename(name)}-${index}.ts`;

const failed = (error: unknown) => error as { stdout: string };

void describe("The package of the SDK", () => {
  let live: LiveSite;
  let env: NodeJS.ProcessEnv;

  before(async () => {
    live = await aLiveSite();
    await run(process.execPath, [path.join(root, "tools/build-sdk.ts"), built], { maxBuffer: 16 * 1024 * 1024 });
    writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
    await run("npm", ["install", "--no-audit", "--no-fund", path.join(built, "sdk.tgz")], { cwd: folder });
    symlinkSync(path.join(root, "node_modules/@types"), path.join(folder, "node_modules/@types"));
    symlinkSync(path.join(root, "node_modules/undici-types"), path.join(folder, "node_modules/undici-types"));
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(tsconfig));
    writeFileSync(path.join(folder, "typed.ts"), typed);
    cpSync(path.join(root, "examples/edit-courses.ts"), path.join(folder, "edit-courses.ts"));
    for (const [index, code] of recipes.entries()) {
      writeFileSync(
        path.join(folder, `recipe-${index}.ts`),
        code.replaceAll("https://learn.school.example", live.origin),
      );
    }
    await writeSamples(live.origin);
    for (const { name, index, code } of samples) {
      writeFileSync(
        path.join(folder, fileOf(name, index)),
        code.replaceAll("https://learn.school.example", live.origin),
      );
    }
    const scopes = `courses:read courses:write curriculum:read curriculum:write storage:write school:read school:write
      members:read members:write`.replaceAll(/\s+/g, " ");
    const { bearer } = await operatorOf(live.site, scopes);
    env = { ...process.env, LECTERN_ORIGIN: live.origin, LECTERN_API_KEY: bearer };
  });
  after(async () => {
    await live.close();
    rmSync(folder, { recursive: true });
  });

  const runProgram = async (file: string) => (await run(process.execPath, [file], { cwd: folder, env })).stdout;

  void test("has no dependencies, its license and the guide, and satisfies publint and arethetypeswrong", async () => {
    const installed = path.join(folder, "node_modules/@lectern/sdk");
    const manifest = JSON.parse(readFileSync(path.join(installed, "package.json"), "utf8")) as Record<string, unknown>;
    assert.equal(manifest["dependencies"], undefined);
    assert.match(readFileSync(path.join(installed, "LICENSE"), "utf8"), /Apache License/);
    assert.match(readFileSync(path.join(installed, "README.md"), "utf8"), /^# Use the TypeScript SDK/);
    const tools = path.join(built, "node_modules/.bin");
    const linted = await run(path.join(tools, "publint"), ["--strict", path.join(built, "packed")]).catch(failed);
    assert.match(linted.stdout, /All good!/);
    const types = ["--profile", "esm-only", "--no-emoji", path.join(built, "sdk.tgz")];
    const { stdout } = await run(path.join(tools, "attw"), types).catch(failed);
    assert.match(stdout, /No problems found|"@lectern\/sdk"/);
    assert.doesNotMatch(stdout.replaceAll(/\(ignored.*$/gm, ""), /failed|FalseCJS|masquerading/i);
  });

  void test("compiles in programs with its types", async () => {
    assert.ok(recipes.length >= 10);
    const compiled = await run(path.join(root, "node_modules/.bin/tsc"), ["-p", folder]).catch(failed);
    assert.equal(compiled.stdout, "");
  });

  for (const [index, code] of recipes.entries()) {
    if (code.includes("createServer(") || !code.includes("console.log")) continue;
    void test(`runs recipe ${index + 1} of the guide`, async () => {
      const stdout = await runProgram(`recipe-${index}.ts`);
      assert.notEqual(stdout.trim(), "");
      assert.doesNotMatch(stdout, /undefined|Somebody changed/);
    });
  }

  for (const { name, index, code } of samples) {
    if (code.includes("createServer(")) continue;
    void test(`runs sample ${index + 1} of ${name}`, async () => {
      const stdout = await runProgram(fileOf(name, index));
      assert.notEqual(stdout.trim(), "");
      assert.doesNotMatch(stdout, /undefined|twice|concurrently/);
    });
  }

  void test("continues a synchronized copy where the last run ended", async () => {
    const recipe = recipes.findIndex((code) => code.includes("changes.listCourses"));
    const operator = await operatorOf(live.site, "courses:read courses:write");
    const { id } = (await operator.post("/courses", { name: "Ropes" })).json<{ id: string }>();
    assert.match(await runProgram(`recipe-${recipe}.ts`), /Ropes/);
    await operator.delete(`/courses/${id}`);
    assert.doesNotMatch(await runProgram(`recipe-${recipe}.ts`), /Ropes/);
  });

  void test("receives signed webhooks and refuses others", async (t) => {
    const recipe = recipes.findIndex((code) => code.includes("createServer("));
    const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
    const port = await freePort();
    const receiver = spawn(process.execPath, [`recipe-${recipe}.ts`], {
      cwd: folder,
      env: { ...env, WEBHOOK_SECRET: secret, PORT: port },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const ended = once(receiver, "close");
    t.after(async () => {
      receiver.kill();
      await ended;
    });
    const body = JSON.stringify({ id: "evt_1", type: "course.published", data: { object: { name: "Knots" } } });
    const send = (sent: string) => {
      const now = new Date();
      const headers = {
        "webhook-id": "evt_1",
        "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
        "webhook-signature": new Webhook(secret).sign("evt_1", now, body),
      };
      return fetch(`http://127.0.0.1:${port}`, { method: "POST", body: sent, headers });
    };
    const line = once(createInterface({ input: receiver.stdout }), "line");
    let response: Response | undefined;
    while (!response && receiver.exitCode === null) response = await send(body).catch(() => undefined);
    assert.equal(response?.status, 204);
    assert.deepEqual(await line, ["evt_1 Knots"]);
    assert.equal((await send(`${body} `)).status, 400);
  });

  void test("runs the example that edits courses", async () => {
    assert.match(await runProgram("edit-courses.ts"), /^Tides: Learn about Tides$/m);
  });

  void test("is loaded by require", () => {
    const { Lectern } = createRequire(path.join(folder, "program.cjs"))("@lectern/sdk") as { Lectern: unknown };
    assert.equal(typeof Lectern, "function");
  });

  void test("has functions that bundlers leave out unless they are used", async () => {
    const one = await sizeOf('export { createClient, listCourses } from "@lectern/sdk/functions";');
    const all = await sizeOf('export { Lectern } from "@lectern/sdk";');
    assert.ok(one < 16_000 && all > 50_000, `${one} of ${all} characters`);
  });
});

const escape = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

const pointersIn = (section: string, within: Record<string, object>) =>
  Object.entries(within).flatMap(([name, value]) =>
    Object.keys(value).map((key) => `/${section}/${escape(name)}/${escape(key)}`),
  );

/** Writes the samples of the API reference, to compile them. */
async function writeSamples(origin: string): Promise<void> {
  const content = (await (await fetch(`${origin}/openapi.json`)).json()) as Record<string, Record<string, object>>;
  const document: ApiDocument = {
    pointers: [...pointersIn("paths", content["paths"]!), ...pointersIn("components", content["components"]!)],
    read: async (pointer) => {
      const names = pointer.split("/").slice(1);
      return names.reduce<unknown>(
        (value, name) => asRecord(value)[name.replaceAll("~1", "/").replaceAll("~0", "~")],
        content,
      );
    },
  };
  const { operations } = await readReference(document);
  assert.ok(operations.size > 300);
  mkdirSync(path.join(folder, "samples"));
  for (const [id, entry] of operations) {
    const { sdk } = samplesOf(await readOperation(document, entry), origin);
    writeFileSync(path.join(folder, `samples/${id}.ts`), sdk);
  }
}

/** Characters of a bundle. */
const sizeOf = async (code: string) => {
  writeFileSync(path.join(folder, "entry.js"), code);
  const bundle = await rolldown({ input: path.join(folder, "entry.js"), treeshake: true });
  const { output } = await bundle.generate({ minify: true });
  return output[0].code.length;
};
