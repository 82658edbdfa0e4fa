import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { parseAllDocuments } from "yaml";

/* Checks the files by the programs that read them. The tests of the proxies start nginx and Caddy. */

const deploy = path.join(import.meta.dirname, "../../deploy");

const absence = (command: string, version: string) =>
  spawnSync(command, [version]).error ? `${command} is not installed` : false;

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  assert.equal(status, 0, `${stdout}\n${stderr}`);
  return `${stdout}${stderr}`;
}

void test("promtool accepts the alerts", { skip: absence("promtool", "--version") }, () => {
  assert.match(run("promtool", "check", "rules", path.join(deploy, "observability/prometheus-alerts.yaml")), /SUCCESS/);
});

void test("kubectl builds the manifests", { skip: absence("kubectl", "--help") }, () => {
  const built = parseAllDocuments(run("kubectl", "kustomize", path.join(deploy, "kubernetes")));
  const kinds = new Set(built.map((document) => document.get("kind")));
  for (const kind of ["Deployment", "Service", "ConfigMap", "NetworkPolicy", "PodDisruptionBudget", "Namespace"])
    assert.ok(kinds.has(kind), kind);
});

void test("systemd accepts the unit", { skip: absence("systemd-analyze", "--version") }, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-unit-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const shipped = readFileSync(path.join(deploy, "systemd/lectern.service"), "utf8");
  const program = "/opt/lectern/node_modules/.bin/node";
  assert.ok(shipped.includes(program));
  // systemd-analyze looks for the program, and names unknown options in its output only.
  const unit = path.join(folder, "lectern.service");
  writeFileSync(unit, shipped.replace(program, process.execPath));
  assert.equal(run("systemd-analyze", "verify", "--man=no", unit).trim(), "");
  writeFileSync(unit, shipped.replace(program, process.execPath).replace("KillMode=mixed", "KilMode=mixed"));
  assert.match(run("systemd-analyze", "verify", "--man=no", unit), /Unknown key( name)? 'KilMode'/);
});
