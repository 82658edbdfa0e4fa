import type { Family } from "./open-metrics.ts";

interface Format {
  contentType: string;
  write(families: readonly Family[]): string;
}

/** The text format of Prometheus, version 0.0.4. */
const prometheusText: Format = {
  contentType: "text/plain; version=0.0.4; charset=utf-8",
  write: (families) => families.map((family) => `${writeFamily(family, family.name)}\n`).join("\n"),
};

/** OpenMetrics 1.0: the family of a counter has no suffix, and the document has an end. */
const openMetricsText: Format = {
  contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8",
  write: (families) => `${families.map((family) => `${writeFamily(family, familyName(family))}\n`).join("")}# EOF\n`,
};

const familyName = ({ name, type }: Family): string =>
  String(type) === "counter" ? name.replace(/_total$/, "") : name;

/** Returns the format that a scraper accepts. Prometheus prefers OpenMetrics. */
export const formatFor = (accept: string | undefined): Format =>
  accept?.includes("application/openmetrics-text") ? openMetricsText : prometheusText;

function writeFamily({ name, help, type, values }: Family, title: string): string {
  return [
    `# HELP ${title} ${escape(help)}`,
    `# TYPE ${title} ${String(type)}`,
    ...values.map(({ labels, value, ...sample }) => {
      const suffixed = "metricName" in sample && typeof sample.metricName === "string" ? sample.metricName : name;
      return `${suffixed}${writeLabels(labels)} ${writeNumber(value)}`;
    }),
  ].join("\n");
}

function writeLabels(labels: Partial<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escape(String(value)).replaceAll('"', '\\"')}"`,
  );
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escape = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");

const writeNumber = (value: number): string => {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
};
