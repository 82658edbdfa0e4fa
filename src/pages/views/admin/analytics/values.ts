import { formatNumber, numberFormat } from "#lib/text/formats.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { majorUnits } from "#lib/text/format-money.ts";

import { sum } from "../../public/formats.ts";

/** Metric, unit and currency of values from the analytics operations. */
export interface Measure {
  unit: "count" | "people" | "seconds" | "percent" | "money";
  /** For monetary metrics. */
  currency: string | null;
}

/** Formats a value, or the reason why there is none: no data, or hidden for privacy. */
export function valueText(locale: Locale, measure: Measure, value: number | null): string {
  if (value === null) return textFor(locale).admin.analytics.unknown;
  if (measure.unit === "money") return sum(locale, { amount: value, currency: measure.currency ?? "" });
  if (measure.unit === "percent") return percentText(locale, value);
  if (measure.unit === "seconds") return timeText(locale, value);
  return count(locale, value);
}

/** Formats values from 0 to 100. */
export const percentText = (locale: Locale, value: number): string =>
  numberFormat(locale, { style: "percent", maximumFractionDigits: 1 }).format(value / 100);

export const count = (locale: Locale, value: number): string => formatNumber(locale, value);

function timeText(locale: Locale, seconds: number): string {
  const [amount, unit] = seconds >= hour ? [seconds / hour, "hour"] : [seconds / minute, "minute"];
  const maximumFractionDigits = unit === "hour" && amount < 10 ? 1 : 0;
  return numberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits }).format(amount);
}

const [minute, hour] = [60, 3600];

/** Scale of chart values: major currency units, and minutes or hours, depending on their size. */
export interface ChartUnit {
  of: (value: number) => number;
  /** Axis label. */
  tick: (value: number) => string;
  whole: boolean;
}

export function chartUnit(locale: Locale, { unit, currency }: Measure, highest: number): ChartUnit {
  const short = numberFormat(locale, { notation: "compact", maximumSignificantDigits: 3 });
  const plain = (value: number) => short.format(value);
  if (unit === "money") {
    return { of: (value) => majorUnits({ amount: value, currency: currency ?? "" }), tick: plain, whole: false };
  }
  if (unit === "percent") return { of: (value) => value, tick: (value) => percentText(locale, value), whole: false };
  if (unit === "seconds") {
    const [per, name] = highest >= 2 * hour ? [hour, "hour"] : [minute, "minute"];
    const narrow = numberFormat(locale, { style: "unit", unit: name, unitDisplay: "narrow", notation: "compact" });
    return { of: (value) => value / per, tick: (value) => narrow.format(value), whole: false };
  }
  return { of: (value) => value, tick: plain, whole: true };
}

/** `+12%`. Empty if the previous value was zero. */
export function changeText(
  locale: Locale,
  changed: { value: number | null; previous: number | null; changePercent: number | null },
): string {
  const { value, previous, changePercent } = changed;
  if (value === previous) return textFor(locale).admin.analytics.same;
  const signed = { style: "percent", signDisplay: "exceptZero", maximumFractionDigits: 0 } as const;
  return changePercent === null
    ? ""
    : numberFormat(locale, signed)
        .format(changePercent / 100)
        .replace("-", "−");
}
