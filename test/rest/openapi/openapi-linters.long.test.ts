import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { openApiDocument } from "#rest/openapi/document.ts";
import { root } from "../../support/data/source-tree.ts";

const run = promisify(execFile);
const bin = (name: string) => path.join(root, "node_modules/.bin", name);

void test("/openapi.json passes the linters without warnings", async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-openapi-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "openapi.json");
  const example = { origin: "https://learn.example", name: "Example School" };
  writeFileSync(file, JSON.stringify(await openApiDocument(example), null, 2));

  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const redocly = await run(bin("redocly"), ["lint", file, "--config", path.join(root, "redocly.yaml")], { env });
  assert.doesNotMatch(redocly.stderr, /warning|error/i);
  const ruleset = path.join(root, ".spectral.yaml");
  const spectral = await run(bin("spectral"), ["lint", file, "--ruleset", ruleset, "--fail-severity", "hint"]);
  assert.match(spectral.stdout, /No results/);
});
