import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { newId } from "#domain/platform/ids.ts";
import { hlsLibrary } from "#pages/learn/hls-library.ts";
import { operatorOf, type Operator } from "../rest/support/operator.ts";
import { aCourse, aLecture, aSection } from "../rest/support/taught-course.ts";
import { now } from "../support/clock.ts";
import { aCollector } from "../support/doubles/collector.ts";
import { databaseLocation } from "../support/databases/database-location.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { temporaryDataFolder } from "../support/worlds/installation.ts";
import { aMailServer } from "../support/doubles/mail-server.ts";
import { charactersOf } from "../support/data/pdf-characters.ts";
import { aPicture } from "../support/worlds/pictures.ts";
import { freePort, type ServerProcess, startServer } from "../support/processes/server-process.ts";
import { aTcpProxy } from "../support/doubles/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { aSite, type ASite, secretKey } from "../support/world.ts";
import { root } from "../support/data/source-tree.ts";
import { aServerTree } from "./support/server-tree.ts";

const reportsModules = `--import=${pathToFileURL(path.join(root, "test/support/releases/report-modules.ts")).href}`;

/** One name per family of fonts, as far as a keyboard has it. */
const names = [
  "Zoë Łukasiewicz",
  "Анна Ωμέγα",
  "林小美",
  "佐藤 ひかり",
  "김하늘",
  "محمد سالم",
  "שלום כהן",
  "प्रज्ञा क्षत्रिय",
  "ภาษาไทย",
  "ລາວ ເມືອງ",
  "ខ្មែរ",
  "မြန်မာ",
  "தமிழ்",
  "తెలుగు",
  "ಕನ್ನಡ",
  "മലയാളം",
  "বাংলা",
  "ਪੰਜਾਬੀ",
  "ગુજરાતી",
  "සිංහල",
  "Հայերեն",
  "ქართული",
  "አማርኛ",
];

void describe("The build with the packages of the image", () => {
  let tree: Awaited<ReturnType<typeof aServerTree>>;
  const dataFolder = temporaryDataFolder();
  const closing: (() => unknown)[] = [];
  let collector: Awaited<ReturnType<typeof aCollector>>;
  let mail: Awaited<ReturnType<typeof aMailServer>>;
  let server: ServerProcess;
  let metricsPort: string;
  let site: ASite;
  let operator: Operator;
  let course: string;

  before(async () => {
    tree = await aServerTree();
    closing.push(() => tree.remove());
    const port = await freePort();
    metricsPort = await freePort();
    const { target, url } = databaseLocation();
    const proxy = await aTcpProxy(target);
    closing.push(() => proxy.close());
    url.port = String(proxy.port);
    collector = await aCollector();
    closing.push(() => collector.close());
    mail = await aMailServer();
    closing.push(() => mail.close());
    site = await aSite({}, `http://127.0.0.1:${port}`);
    operator = await operatorOf(
      site,
      "students:read students:write courses:read courses:write curriculum:read curriculum:write storage:write members:write",
    );
    course = await aCourse(operator);
    const env = {
      LECTERN_ENV: "production",
      LECTERN_SECRET_KEY: secretKey.toString("hex"),
      LECTERN_DATA: dataFolder,
      LECTERN_PORT: port,
      LECTERN_METRICS_PORT: metricsPort,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      SMTP_URL: mail.url,
      LECTERN_MAIL_FROM: "school@example.test",
      DATABASE_URL: url.href,
    };
    server = await startServer({ ...env, NODE_OPTIONS: reportsModules }, "node", tree.folder);
  });
  after(async () => {
    await server.stop();
    for (const close of closing.toReversed()) await close();
  });

  const send = (url: string, init: RequestInit = {}) => fetch(new URL(url, site.origin), init);
  const asOperator = () => ({ authorization: `Bearer ${operator.bearer}` });

  async function textOf(url: string): Promise<string> {
    const response = await send(url);
    assert.equal(response.status, 200, url);
    return response.text();
  }

  void test("every package that the sources import can be loaded", async () => {
    // Browser modules are a part of the build, which the compiler has made. Samples are text.
    const sources = globSync("src/**/*.ts", {
      cwd: tree.folder,
      exclude: ["src/islands/**", "src/http/islands/bundle-islands.ts", "src/pages/docs/api/sdk-sample.ts"],
    }).map((file) => readFileSync(path.join(tree.folder, file), "utf8"));
    const imported = sources.flatMap((source) => [
      ...source.matchAll(/^(?:import|export) (?!type )[^;]*?from "([^"#.][^"]*)";|import\("([^"#.][^"]*)"\)/gm),
    ]);
    const packages = [...new Set(imported.map(([, fixed, onDemand]) => fixed ?? onDemand ?? ""))];
    assert.ok(packages.length > 60 && packages.includes("stripe"), packages.join(" "));
    const loads = packages.map((name) => `await import(${JSON.stringify(name)});`).join("\n");
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", loads], { cwd: tree.folder });
  });

  void test("certificates are PDFs in every script", async () => {
    const { id: lecture } = await aLecture(operator, await aSection(operator, course));
    for (const name of names) {
      const member = await site.member({ name, email: `${newId()}@example.test` });
      const enrolled = await operator.post("/enrollments", { course_id: course, student_id: member.sub });
      const { id: enrollment } = enrolled.json<{ id: string }>();
      const event = {
        id: crypto.randomUUID(),
        lecture_id: lecture,
        kind: "completed",
        occurred_at: now().toISOString(),
      };
      await operator.post(`/enrollments/${enrollment}/progress`, { events: [event] });
      const issued = await operator.post("/certificates", { enrollment_id: enrollment });
      const { serial } = issued.json<{ serial: string }>();
      const { cookies } = await site.signedIn(member);
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join("; ");
      // A machine that is too busy to render a document in time asks for another request.
      const response = await until(async () => {
        const answered = await send(`/certificates/${serial}/pdf`, { headers: { cookie } });
        return answered.status !== 429 && answered;
      }, `the certificate of ${name}`);
      assert.equal(response.status, 200, name);
      const characters = charactersOf(Buffer.from(await response.arrayBuffer()));
      for (const character of name.replaceAll(/[\s\p{M}]/gu, ""))
        assert.ok(characters.has(character), `${name}: ${character}`);
    }
  });

  void test("pages highlight code, and load their players", async () => {
    assert.match(await textOf("/docs/guides/quickstart"), /class="hljs-/);
    assert.match(await textOf("/docs/api/operations/listCourses"), /class="hljs-/);
    assert.match(await textOf("/docs/member-api"), /class="hljs-/);
    for (const page of ["/", "/courses", "/llms.txt", "/auth.md", "/openapi.json", "/sitemap.xml"]) await textOf(page);
    assert.match(await textOf(hlsLibrary.path), /\bHls\b/);
  });

  void test("APIs respond in their own formats, and images are converted", async () => {
    const body = new FormData();
    body.append("visibility", "public");
    body.append(
      "file",
      new Blob([new Uint8Array(aPicture({ width: 64, height: 64 }))], { type: "image/png" }),
      "knots.png",
    );
    const uploaded = await send("/api/v1/files", { method: "POST", body, headers: asOperator() });
    assert.equal(uploaded.status, 201, await uploaded.clone().text());
    const { url } = (await uploaded.json()) as { url: string };
    const picture = await send(url);
    assert.equal(picture.status, 200);
    assert.match(picture.headers.get("content-type")!, /^image\//);
    const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
    const call = (address: string, payload: object) =>
      send(address, { method: "POST", headers: json, body: JSON.stringify(payload) });
    const query = await call("/member/graphql", { query: "{ __typename }" });
    assert.equal(query.status, 401);
    const tools = await call("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" });
    assert.match(await tools.text(), /"tools":\[/);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    assert.match(await metrics.text(), /lectern_http_request/);
  });

  void test("email is sent, and passwords are checked", async () => {
    const member = await site.member({ email: `${newId()}@example.test` });
    const visitor = new HttpVisitor(site.origin);
    const { action, fields } = await visitor.form("/password/forgotten");
    await visitor.request(action, { ...fields, email: member.email });
    assert.equal((await mail.mailsTo(member.email)).length, 1);
    assert.equal((await new HttpVisitor(site.origin).signIn(member.email, "wrong password")).status, 401);
  });

  void test("traces are sent until the server has stopped", async () => {
    assert.equal(await server.stop(), 0, server.stderr());
    assert.ok(collector.spans.some(({ name }) => name === "GET /certificates/:serial/pdf"));
    assert.match(server.stderr(), /loaded .*\/build\/serve/);
    assert.doesNotMatch(server.stderr(), /loaded .*\/src\/serve\.ts/);
    // The server also runs jobs of other sites in this database, whose files and receivers may be gone.
    const lines = server.stdout().split("\n");
    const requests = lines.filter((line) => line.includes('"msg":"request"'));
    assert.doesNotMatch(lines.join("\n"), /MODULE_NOT_FOUND/);
    assert.ok(!lines.some((line) => line.includes(`ENOENT: no such file or directory, open '${tree.folder}`)));
    assert.doesNotMatch(requests.join("\n"), /"status":5\d\d/);
  });
});
