import assert from "node:assert/strict";

/** A metric family of an OpenMetrics document. */
export interface MetricFamily {
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;
const suffixes: Record<string, RegExp> = {
  counter: /^_total$/,
  gauge: /^$/,
  histogram: /^_(bucket|sum|count)$/,
};

/** Parses a document of OpenMetrics 1.0 and checks its rules: order, names, suffixes, labels, buckets and the end. */
export function parseOpenMetrics(text: string): Map<string, MetricFamily> {
  assert.ok(text.endsWith("\n# EOF\n"), "the document has an end");
  const families = new Map<string, MetricFamily>();
  let current: [name: string, family: MetricFamily] | undefined;
  let described: string | undefined;
  for (const line of text.slice(0, -"# EOF\n".length).trimEnd().split("\n")) {
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === "HELP") described = name;
    else if (keyword === "TYPE") {
      assert.equal(name, described, line);
      assert.ok(rest in suffixes, line);
      assert.ok(!families.has(name), `${name} is described once`);
      current = [name, { type: rest, samples: [] }];
      families.set(...current);
    } else {
      assert.ok(current, line);
      const [, sample = "", labels = "", value = ""] = sampleLine.exec(line) ?? [];
      const [family, { type, samples }] = current;
      assert.ok(sample.startsWith(family) && suffixes[type]!.test(sample.slice(family.length)), line);
      assert.match(value, /^(NaN|[+-]Inf|-?\d+(\.\d+)?(e[+-]?\d+)?)$/, line);
      samples.push({ name: sample, labels: labelsOf(labels, line), value: Number(value.replace("Inf", "Infinity")) });
    }
  }
  for (const [name, family] of families) checkSamples(name, family);
  return families;
}

function labelsOf(text: string, line: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)];
  assert.equal(pairs.map(([pair]) => pair).join(""), text, line);
  const names = pairs.map(([, name]) => name!);
  assert.equal(new Set(names).size, names.length, line);
  return Object.fromEntries(pairs.map(([, name, value]) => [name!, value!]));
}

function checkSamples(name: string, { type, samples }: MetricFamily): void {
  const keys = samples.map((sample) => `${sample.name} ${JSON.stringify(sample.labels)}`);
  assert.equal(new Set(keys).size, keys.length, `${name} has each sample once`);
  if (type !== "histogram") return;
  for (const { labels, value } of samples.filter((sample) => sample.name === `${name}_count`)) {
    const buckets = samples.filter(
      (sample) =>
        sample.name === `${name}_bucket` && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
    );
    assert.equal(buckets.at(-1)?.labels["le"], "+Inf", name);
    assert.deepEqual(
      buckets.map((bucket) => bucket.value),
      buckets.map((bucket) => bucket.value).toSorted((a, b) => a - b),
      name,
    );
    assert.equal(buckets.at(-1)?.value, value, name);
  }
}
