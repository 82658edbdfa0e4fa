import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { openApiDocument } from "#rest/openapi/document.ts";
import { root } from "../../support/data/source-tree.ts";
import { callsOfHeyApi, callsOfOpenapiFetch, callsOfOrval } from "../../support/openapi/calls-of-clients.ts";

const run = promisify(execFile);

/** Each with its default options. The output is a file or a folder below `out`. */
const generators: readonly [name: string, program: string, ...parameters: string[]][] = [
  ["@hey-api/openapi-ts", ".bin/openapi-ts", "-i", "openapi.json", "-o", "out/hey-api"],
  ["oazapfts", ".bin/oazapfts", "openapi.json", "out/oazapfts.ts"],
  ["openapi-typescript", ".bin/openapi-typescript", "openapi.json", "-o", "out/openapi-typescript.d.ts"],
  [
    "swagger-typescript-api",
    ".bin/swagger-typescript-api",
    "generate",
    "-p",
    "openapi.json",
    "-o",
    "out/swagger",
    "-n",
    "api.ts",
  ],
  ["orval 7", "orval-7/dist/bin/orval.js", "--input", "openapi.json", "--output", "out/orval-7.ts"],
  ["orval 8", "orval-8/dist/bin/orval.mjs", "--input", "openapi.json", "--output", "out/orval-8.ts"],
];

const compilerOptions = {
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2022", "dom", "dom.iterable"],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  paths: { "openapi-fetch": [path.join(root, "node_modules/openapi-fetch")] },
};

/** Modules that call every operation with what it requires and nothing else. */
const calls: readonly [file: string, text: string][] = [
  ["calls-openapi-typescript.ts", callsOfOpenapiFetch("./openapi-typescript.d.ts")],
  ["calls-hey-api.ts", callsOfHeyApi("./hey-api")],
  ["calls-orval-7.ts", callsOfOrval("./orval-7")],
  ["calls-orval-8.ts", callsOfOrval("./orval-8")],
];

void describe("clients that generators write for /openapi.json with their default options", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-clients-"));
  after(() => rmSync(folder, { recursive: true }));

  before(async () => {
    // 350 MB, so only this test installs them.
    cpSync(path.join(root, "tools/openapi-clients"), folder, { recursive: true });
    await run("npm", ["ci", "--no-audit", "--no-fund"], { cwd: folder });
    const example = { origin: "https://learn.example", name: "Example School" };
    writeFileSync(path.join(folder, "openapi.json"), JSON.stringify(await openApiDocument(example)));
    mkdirSync(path.join(folder, "out"));
    writeFileSync(path.join(folder, "out/tsconfig.json"), JSON.stringify({ compilerOptions, include: ["."] }));
  });

  for (const [name, program, ...parameters] of generators) {
    void test(`${name} generates`, async () => {
      const file = path.join(folder, "node_modules", program);
      await run(process.execPath, [file, ...parameters], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    });
  }

  void test("all of them compile, and so do minimal calls of every operation", async () => {
    for (const [file, text] of calls) writeFileSync(path.join(folder, "out", file), text);
    const compiler = path.join(folder, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", "out"], { cwd: folder }).catch(
      (error: unknown) => error as { stdout: string },
    );
    assert.equal(stdout.slice(0, 2000), "");
  });
});
