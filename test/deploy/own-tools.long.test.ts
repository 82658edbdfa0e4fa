import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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

void test(
  "promtool finds refused requests alone, as after a restart with a wrong setting",
  {
    skip: absence("promtool", "--version"),
  },
  (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), "lectern-alerts-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const minutes = 60;
    /** Counters that grow by these amounts per minute, and the number of alerts after an hour. */
    const aCase = (alertname: string, metric: string, growth: Record<string, number>, alerts: number) => ({
      interval: "1m",
      input_series: Object.entries(growth).map(([labels, amount]) => ({
        series: `${metric}{${labels}}`,
        values: `0+${amount}x${minutes}`,
      })),
      promql_expr_test: [
        {
          expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
          eval_time: `${minutes}m`,
          exp_samples: [{ labels: "{}", value: alerts }],
        },
      ],
    });
    const signIns = ["LecternSignInsRefused", "lectern_sign_ins_total"] as const;
    const tokens = ["LecternTokensRefused", "lectern_oauth_token_requests_total"] as const;
    const [refused, issued] = [
      'grant_type="refresh_token",result="invalid_grant"',
      'grant_type="refresh_token",result="issued"',
    ];
    const cases = [
      aCase(...signIns, { 'result="refused"': 90 }, 1),
      aCase(...signIns, { 'result="refused"': 90, 'result="succeeded"': 17 }, 1),
      aCase(...signIns, { 'result="refused"': 90, 'result="succeeded"': 19 }, 0),
      aCase(...tokens, { [refused]: 90 }, 1),
      aCase(...tokens, { [refused]: 90, [issued]: 89 }, 1),
      aCase(...tokens, { [refused]: 90, [issued]: 91 }, 0),
    ];
    const file = path.join(folder, "cases.json");
    const rules = path.join(deploy, "observability/prometheus-alerts.yaml");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests: cases }));
    assert.match(run("promtool", "test", "rules", file), /SUCCESS/);
  },
);

/** Metrics that keep their value, and the number of alerts at that minute. */
const constantCase = (alertname: string, values: Record<string, number>, minute: number, alerts: number) => ({
  interval: "1m",
  input_series: Object.entries(values).map(([series, value]) => ({ series, values: `${value}+0x${minute}` })),
  promql_expr_test: [
    {
      expr: `count(ALERTS{alertname="${alertname}",alertstate="firing"}) or vector(0)`,
      eval_time: `${minute}m`,
      exp_samples: [{ labels: "{}", value: alerts }],
    },
  ],
});

/** The archive ends at the start of the test. */
const behind = (interval: number) => ({
  lectern_wal_archive_covered_timestamp_seconds: 0,
  lectern_wal_archive_interval_seconds: interval,
});

void test(
  "promtool finds an archive of the write-ahead log that is behind by three of its intervals, and a failing backup",
  { skip: absence("promtool", "--version") },
  (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), "lectern-alerts-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const cases = [
      constantCase("LecternWalArchiveBehind", behind(60), 14, 0),
      constantCase("LecternWalArchiveBehind", behind(60), 17, 1),
      constantCase("LecternWalArchiveBehind", behind(1800), 90, 0),
      constantCase("LecternWalArchiveBehind", behind(1800), 97, 1),
      constantCase("LecternBackupFailing", { lectern_backup_failing: 0 }, 60, 0),
      constantCase("LecternBackupFailing", { lectern_backup_failing: 1 }, 60, 1),
    ];
    const file = path.join(folder, "cases.json");
    const rules = path.join(deploy, "observability/prometheus-alerts.yaml");
    writeFileSync(file, JSON.stringify({ rule_files: [rules], evaluation_interval: "1m", tests: cases }));
    assert.match(run("promtool", "test", "rules", file), /SUCCESS/);
  },
);

void test("kubectl builds the manifests", { skip: absence("kubectl", "--help") }, () => {
  const built = parseAllDocuments(run("kubectl", "kustomize", path.join(deploy, "kubernetes")));
  const kinds = new Set(built.map((document) => document.get("kind")));
  for (const kind of ["Deployment", "Service", "ConfigMap", "NetworkPolicy", "PodDisruptionBudget", "Namespace"])
    assert.ok(kinds.has(kind), kind);
});

void test("systemd accepts the units", { skip: absence("systemd-analyze", "--version") }, (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), "lectern-unit-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const shipped = readFileSync(path.join(deploy, "systemd/lectern.service"), "utf8");
  const program = "/opt/lectern/node_modules/.bin/node";
  assert.ok(shipped.includes(program));
  // systemd-analyze looks for the program, and names unknown options in its output only.
  const unit = path.join(folder, "lectern.service");
  writeFileSync(unit, shipped.replace(program, process.execPath));
  assert.equal(run("systemd-analyze", "verify", "--man=no", unit).trim(), "");
  const socket = path.join(folder, "lectern.socket");
  copyFileSync(path.join(deploy, "systemd/lectern.socket"), socket);
  assert.equal(run("systemd-analyze", "verify", "--man=no", socket).trim(), "");
  writeFileSync(unit, shipped.replace(program, process.execPath).replace("KillMode=mixed", "KilMode=mixed"));
  assert.match(run("systemd-analyze", "verify", "--man=no", unit), /Unknown key( name)? 'KilMode'/);
});
