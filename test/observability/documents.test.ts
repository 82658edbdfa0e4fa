import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { catalog } from "#telemetry/metrics/catalog.ts";
import type { AnyMetric } from "#telemetry/metrics/declare.ts";
import { parse } from "yaml";

const root = path.join(import.meta.dirname, "../..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");

const metrics = Object.values(catalog).flatMap((subsystem): AnyMetric[] => Object.values(subsystem));

/** Names of the time series of a metric, each with its labels. */
const series = new Map(
  metrics.flatMap(({ type, declaration: { name, labels } }) =>
    type === "histogram"
      ? (["_bucket", "_sum", "_count"] as const).map((suffix): [string, readonly string[]] => [
          name + suffix,
          suffix === "_bucket" ? [...labels, "le"] : labels,
        ])
      : [[name, labels] as [string, readonly string[]]],
  ),
);

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; description: string; runbook_url: string };
}
const { groups } = parse(read("deploy/observability/prometheus-alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(read("deploy/observability/grafana-dashboard.json")) as { panels: Panel[] };
const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

void test("The queries of the dashboard and the alerts use existing metrics with their labels", () => {
  const unknown = [...queries, ...rules.map(({ expr }) => expr)].flatMap(faultsOf);
  assert.deepEqual(unknown, []);
  assert.deepEqual(faultsOf('sum by (site) (lectern_mail_deliveries_total{kind="x"}) / lectern_mails'), [
    "lectern_mails",
    "lectern_mail_deliveries_total{kind}",
    "by (site)",
  ]);
});

/** Metrics and labels of a query that do not exist. */
function faultsOf(query: string): string[] {
  const names = [...query.matchAll(/\blectern_\w+/g)].map(([name]) => name);
  const labels = new Set(["instance", ...names.flatMap((name) => series.get(name) ?? [])]);
  const selectors = [...query.matchAll(/(\blectern_\w+)\{([^}]*)\}/g)].flatMap(([, name, text]) =>
    [...text!.matchAll(/(\w+)\s*[=!]/g)].map(([, label]) => ({ name: name!, label: label! })),
  );
  const grouped = [...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list]) => list!.split(", "));
  return [
    ...names.filter((name) => !series.has(name)),
    ...selectors
      .filter(({ name, label }) => label !== "instance" && !series.get(name)?.includes(label))
      .map(({ name, label }) => `${name}{${label}}`),
    ...grouped.filter((label) => !labels.has(label)).map((label) => `by (${label})`),
  ];
}

void test("Shared gauges are never summed, because every server reports them", () => {
  const shared = metrics.filter(({ declaration }) => declaration.scope === "installation");
  assert.ok(shared.length > 0);
  for (const { declaration } of shared) {
    assert.equal(declaration.aggregation, "max", declaration.name);
    for (const query of queries.filter((text) => text.includes(declaration.name))) {
      assert.match(query, /\bmax( by \([^)]*\))? ?\(/, query);
    }
  }
});

void test("Every alert has a summary, a description and a section that explains it", () => {
  const guide = read("docs/operations/alerts.md");
  const sections = [...guide.matchAll(/^## (\w+)\n\n(.*?)(?=^## |(?![^]))/gms)];
  assert.deepEqual(
    sections.map(([, title]) => title),
    rules.map(({ alert }) => alert),
  );
  for (const [index, { alert, for: duration, labels, annotations }] of rules.entries()) {
    assert.match(duration, /^\d+[mh]$/, alert);
    assert.match(labels.severity, /^(page|ticket)$/, alert);
    assert.ok(annotations.summary.length > 10 && annotations.description.length > 20, alert);
    assert.equal(annotations.runbook_url, `docs/operations/alerts.md#${alert.toLowerCase()}`);
    const text = sections[index]![2]!;
    assert.ok(text.includes(annotations.summary) && text.includes(`\`${labels.severity}\``), alert);
    assert.match(text, /\nCheck:\n\n- .*\nDo: \S/s, alert);
  }
});

void test("Every metric is documented with its type, labels and meaning", () => {
  const rows = [...read("docs/operations/observability.md").matchAll(/^\| `(lectern_\w+)` \|(.*)\|$/gm)];
  const documented = rows.map(([, name, cells]) => [name, ...cells!.split("|").map((cell) => cell.trim())]);
  const declared = metrics.map(({ type, declaration: { name, scope, labels, help } }) => [
    name,
    scope === "installation" ? `${type}, shared` : type,
    labels.map((label) => `\`${label}\``).join(", "),
    help,
  ]);
  assert.deepEqual(documented, declared);
});

void test("Metrics follow the naming conventions of Prometheus and have no unbounded labels", () => {
  for (const { type, declaration } of metrics) {
    const { name, help, labels } = declaration;
    assert.match(name, /^lectern_[a-z]+(_[a-z]+)*$/, name);
    assert.equal(name.endsWith("_total"), type === "counter", name);
    if (type === "histogram") assert.match(name, /_seconds$/, name);
    assert.match(help, /^[A-Z0-9].*[^.]$/, name);
    for (const label of labels) assert.doesNotMatch(label, /site|member|person|client|address|email|host|path/, name);
  }
});
