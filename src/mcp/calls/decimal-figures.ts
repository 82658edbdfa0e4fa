import { decimalAmount } from "#lib/text/format-money.ts";
import { asRecord } from "#lib/json/is-record.ts";

type Wire = Record<string, unknown>;

const rows = (list: unknown): Wire[] => (Array.isArray(list) ? list.map(asRecord) : []);

/** A figure in the minor unit as a decimal string, like all prices of agents. Ratios can have fractions of a unit. */
const decimal = (value: unknown, currency: unknown): unknown =>
  typeof value === "number" && typeof currency === "string" ? decimalAmount({ amount: value, currency }) : value;

/** Converts the monetary figures of analytics, which count minor units, to decimal strings. */
export function decimalFigures(result: Wire): Wire {
  const { metrics, series, unit, object, data } = result;
  if (object === "revenue_analytics") return { ...result, data: rows(data).map(decimalRevenue) };
  if (metrics !== undefined) return { ...result, metrics: rows(metrics).map(decimalMetric) };
  if (series === undefined || unit !== "money") return result;
  return { ...result, series: rows(series).map(decimalSeries) };
}

function decimalMetric(metric: Wire): Wire {
  if (metric["unit"] !== "money") return metric;
  const values = rows(metric["values"]).map(({ currency, value, previous, ...rest }) => ({
    currency,
    value: decimal(value, currency),
    previous: decimal(previous, currency),
    ...rest,
  }));
  return { ...metric, values };
}

const revenueFigures = ["gross", "refunds", "net", "average_order"];

function decimalRevenue(group: Wire): Wire {
  const figures = revenueFigures.map((name) => [name, decimal(group[name], group["currency"])] as const);
  return { ...group, ...Object.fromEntries(figures) };
}

function decimalSeries({ values, total, ...rest }: Wire): Wire {
  const { currency } = rest;
  const list: unknown[] = Array.isArray(values) ? values : [];
  return { ...rest, values: list.map((value) => decimal(value, currency)), total: decimal(total, currency) };
}
