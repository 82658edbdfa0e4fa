import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Visitor } from "oxc-parser";
import { productDependencies, sliceOf, type SourceFile, sourceFiles, tables } from "../support/data/source-tree.ts";

const files = sourceFiles();

/** Packages for a protocol or a dialect, and the only paths that may import them. */
const foldersOfPackages: Record<string, readonly string[]> = {
  fastify: [
    "http",
    "oauth/endpoints",
    "rest",
    "mcp",
    "member",
    "scim",
    "pages",
    "documents",
    "server/app.ts",
    "server/docs-export",
    "server/serve.ts",
  ],
  graphql: ["member"],
  "@pothos/core": ["member"],
  "@fastify/multipart": ["http/multipart-parts.ts", "pages/forms/upload.ts", "rest"],
  hono: ["pages", "documents", "domain/messages/mail", "mcp/apps"],
  nodemailer: ["domain/messages/mail"],
  cookie: ["http"],
  "ipaddr.js": ["lib/outbound"],
  pino: ["http", "server/app.ts", "server/serve.ts"],
  "prom-client": ["telemetry/metrics"],
  "@opentelemetry/sdk-trace": ["telemetry/tracing"],
  commander: ["cli"],
  pg: ["database", "domain/background/runner.ts", "domain/platform/queue", "domain/transfer/imports"],
  "pg-copy-streams": ["database/copy", "domain/transfer/imports"],
  "tar-stream": ["lib/archive", "domain/transfer/imports/archives"],
  "graphile-worker": ["domain/platform/queue", "domain/background"],
  sharp: ["domain/files/files"],
  // The documentation is our own and short.
  "markdown-it": [
    "lib/markdown/engine.ts",
    "lib/markdown/heading-links.ts",
    "lib/markdown/written-marks.ts",
    "pages/docs/render-document.ts",
  ],
  "sanitize-html": ["lib/markdown/engine.ts"],
  katex: ["lib/markdown/typeset-maths.ts"],
};

/** Entry points of worker threads, which are started by path and imported nowhere. */
const workers = new Set(["lib/text-worker/worker.ts", "domain/transfer/imports/olx/convert-worker.ts"]);

/** Takes up to seconds per text: only worker threads may import it. */
const engine = "lib/markdown/engine.ts";

/** Slices that use operations of others, with the reason. */
const usesOperations: Record<string, string> = {
  "domain/transfer/exports/lists.ts": "an export is a list read to its end, with the caller's access",
  "domain/transfer/site-archive/archived-records.ts": "an archive is written with the operations of the product",
  "domain/transfer/site-archive/archived-resources.ts":
    "an archive is written and read with the operations of the product",
};

/** Outside of `server/config.ts` the environment is only passed on: to it, or to a child process that needs its PATH. */
const handOnEnvironment: Record<string, RegExp> = {
  "main.ts": /^await runUntilStopped\(process\.env\);$/,
  "cli/terminal/remote-action.ts": /readConfig\(process\.env\)/,
  "cli/init/init.ts": /withSecretFiles\(process\.env, secretSettings, problems\)/,
  "cli/update/update.ts": /Object\.assign\(process\.env, /,
  "cli/serve.ts": /runUntilStopped\(process\.env, output\)/,
  "processes/worker.ts": /^const config = readConfig\(process\.env\);$/,
  "cli/doctor.ts": /examine\(process\.env\)/,
  "domain/transfer/backup/run-backup-command.ts": /env: process\.env/,
  "domain/files/files/images/run-image-program.ts": /PATH: process\.env\["PATH"\]/,
  "database/embedded/guarded-process.ts": /PATH: process\.env\["PATH"\]/,
  "database/embedded/process-identity.ts": /PATH: process\.env\["PATH"\]/,
};

void describe("the architecture", () => {
  void test("imports only existing product files, declared dependencies and the build", () => {
    const paths = new Set([...files.map(({ path }) => path), ...tables()]);
    const packages = new Set(productDependencies());
    const violations = files.flatMap((file) =>
      file.imports
        .filter(({ isOurs, target }) => (isOurs ? !paths.has(target) : !isProvided(target, packages)))
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(violations, [
      // The page names the library, whose address changes with its content.
      "islands/progress/play-stream.ts imports an expression",
      "server/built-code.ts imports an expression",
    ]);
  });

  void test("uses each protocol and dialect in its own folder only", () => {
    const violations = files.flatMap((file) =>
      file.imports
        .filter(({ target, isOurs }) => !isOurs && !mayKnow(file.path, target))
        .map(({ target }) => `${file.path} imports ${target}`),
    );
    assert.deepEqual(violations, []);
  });

  void test("renders Markdown in worker threads only: no surface imports the engine", () => {
    const reaching = new Set([engine]);
    for (let before = 0; before < reaching.size;) {
      before = reaching.size;
      for (const { path, imports } of files) if (imports.some(({ target }) => reaching.has(target))) reaching.add(path);
    }
    const outside = [...reaching].filter((path) => path !== engine && !path.startsWith("domain/transfer/imports/olx/"));
    assert.deepEqual(outside, ["lib/text-worker/worker.ts"]);
    const started = files.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => workers.has(target)).map(({ target }) => `${path} imports ${target}`),
    );
    assert.deepEqual(started, []);
    assert.ok(!reaching.has("domain/transfer/imports/olx/format.ts"));
  });

  void test("lets slices of the domain import each other's types and queries, never each other's operations", () => {
    const withOperations = new Set(files.filter((file) => operationsOf(file).length > 0).map(({ path }) => path));
    const confined = files.filter(({ path }) => !(path in usesOperations));
    const violations = confined.flatMap((file) => {
      const slice = sliceOf(file.path);
      const foreign = file.imports.filter(({ target }) => withOperations.has(target) && sliceOf(target) !== slice);
      return slice === undefined ? [] : foreign.map(({ target }) => `${file.path} imports ${target}`);
    });
    assert.deepEqual(violations, []);
  });

  void test("exposes every operation on some surface", () => {
    // What several surfaces share is in http.
    const surfaces = "operations rest mcp member scim documents pages cli oauth/endpoints http".split(" ");
    const offered = new Set(
      files
        .filter(({ path }) => surfaces.some((surface) => path.startsWith(`${surface}/`)))
        .flatMap(({ imports }) => imports.flatMap(({ target, names }) => names.map((name) => `${target} ${name}`))),
    );
    const all = files.flatMap((file) => operationsOf(file).map((name) => `${file.path} ${name}`));
    assert.ok(all.length > 5, "No operations were found.");
    assert.deepEqual(
      all.filter((operation) => !offered.has(operation)),
      [],
    );
  });

  void test("reads the environment in server/config.ts only", () => {
    const violations = files
      .filter(({ path }) => path !== "server/config.ts")
      .flatMap((file) => {
        const lines = file.text.split("\n").filter((line) => line.includes("process.env"));
        const pattern = handOnEnvironment[file.path];
        return lines.filter((line) => !pattern?.test(line)).map((line) => `${file.path}: ${line.trim()}`);
      });
    assert.deepEqual(violations, []);
  });

  void test("has small files: none above 300 lines, 95 of 100 below 180", () => {
    const sizes = files.map(({ path, lines }) => ({ path, lines })).toSorted((a, b) => b.lines - a.lines);
    assert.deepEqual(
      sizes.filter(({ lines }) => lines > 300),
      [],
    );
    const large = sizes.filter(({ lines }) => lines >= 180);
    assert.ok(large.length <= sizes.length * 0.05, JSON.stringify(large));
  });

  void test("follows the naming rules: kebab-case files, no default exports, no barrels, no catch-all files", () => {
    const violations = files.flatMap(({ path, exports }) => [
      ...(exports.includes("Default") ? [`${path} has a default export`] : []),
      ...(exports.includes("None") ? [`${path} exports all of another file`] : []),
      ...(/^[a-z0-9]+([-/][a-z0-9]+)*(\.d)?\.ts$/.test(path) ? [] : [`${path} is not kebab-case`]),
      ...(/\b(utils?|helpers?|services?|managers?|impl|common|misc)\b/.test(path) ? [`${path} says nothing`] : []),
    ]);
    assert.deepEqual(violations, []);
  });
});

const isProvided = (target: string, packages: ReadonlySet<string>) =>
  target.startsWith("node:") || packages.has(target) || packages.has(`@types/${target}`);

function mayKnow(path: string, target: string): boolean {
  const folders = foldersOfPackages[target];
  return !folders || folders.some((folder) => path === folder || path.startsWith(`${folder}/`));
}

/** Exported constants created by `operation(…)`. */
function operationsOf({ program, exports }: SourceFile): string[] {
  const names: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      const isOperation =
        init?.type === "CallExpression" && init.callee.type === "Identifier" && init.callee.name === "operation";
      if (isOperation && id.type === "Identifier" && exports.includes(id.name)) names.push(id.name);
    },
  }).visit(program);
  return names;
}
