import { html } from "hono/html";

import { cutShort, type Period } from "../../../admin/analytics/period.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timeChart } from "../../charts/time-chart.ts";
import { fillPlain, type Markup } from "../../parts/markup.ts";
import { stretchesOf } from "./date-labels.ts";
import { chartUnit, type Measure, valueText } from "./values.ts";

/** Time series of a period and its comparison period. */
export interface Trend {
  /** Start of each interval. */
  points: readonly Date[];
  /** End of the last interval. */
  to: Date;
  values: readonly (number | null)[];
  /** Values of the comparison period in the same order. Undefined without comparison. */
  before: readonly (number | null)[] | undefined;
}

interface Drawn extends Measure, Trend {
  id: string;
  title: string;
  size: "small" | "large";
}

/** Chart of a time series, with a collapsed data table. */
export const trend = (locale: Locale, period: Period, drawn: Drawn): Markup => {
  const { analytics: text } = textFor(locale).admin;
  const compares = drawn.before !== undefined;
  if (isEmpty(drawn)) return html`<p class="prose soft">${text.nothingToSee}</p>`;
  const rows = tableRows(locale, period, drawn);
  const highest = Math.max(0, ...rows.flatMap(({ value, before }) => [value ?? 0, before ?? 0]));
  const unit = chartUnit(locale, drawn, highest);
  const drawnValue = (value: number | null) => (value === null ? null : unit.of(value));
  const chart = timeChart({
    id: drawn.id,
    title: drawn.title,
    description: described(locale, drawn, rows),
    points: rows.map(({ mark, name, value, before }) => ({
      mark,
      name,
      readout: readout(locale, drawn, { value, before }),
      value: drawnValue(value),
      before: drawnValue(before),
    })),
    compares,
    cut: cutShort(period),
    whole: unit.whole,
    size: drawn.size,
    tick: unit.tick,
  });
  return html`${chart}
    <details class="numbers">
      <summary>
        <span>${text.numbers}<span class="hidden">: ${drawn.title}</span></span>
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">${text.intervals[period.interval]}</th>
            <th scope="col">${text.value}</th>
            ${compares && html`<th scope="col">${text.comparisons[period.comparison].name}</th>`}
          </tr>
        </thead>
        <tbody>
          ${rows.toReversed().map(
            ({ name, value, before }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${valueText(locale, drawn, value)}</td>
                ${compares && html`<td>${valueText(locale, drawn, before)}</td>`}
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`;
};

/** A ratio of nothing is unknown (null). Zero is a value. */
const isEmpty = ({ unit, values, before = [] }: Drawn): boolean =>
  [...values, ...before].every((value) => value === null || (value === 0 && unit !== "percent"));

interface Row {
  mark: string;
  name: string;
  value: number | null;
  before: number | null;
}

const tableRows = (locale: Locale, period: Period, { points, to, values, before }: Drawn): Row[] => {
  const called = stretchesOf(locale, period.interval, period.timeZone, points.length);
  return points.map((begins, index) => ({
    mark: called.mark(begins),
    name: called.name(begins, new Date((points[index + 1] ?? to).getTime() - 1)),
    value: values[index] ?? null,
    before: before?.[index] ?? null,
  }));
};

const readout = (locale: Locale, drawn: Drawn, { value, before }: Pick<Row, "value" | "before">): string => {
  const said = valueText(locale, drawn, value);
  return drawn.before === undefined || before === null
    ? said
    : fillPlain(textFor(locale).admin.analytics.readout, { value: said, before: valueText(locale, drawn, before) });
};

/** Text description of the chart for screen readers. */
const described = (locale: Locale, drawn: Drawn, rows: readonly Row[]): string => {
  const { analytics: text } = textFor(locale).admin;
  const withValue = rows.filter((row): row is Row & { value: number } => row.value !== null);
  const peak = withValue.reduce<(typeof withValue)[number] | undefined>(
    (best, row) => (best && best.value >= row.value ? best : row),
    undefined,
  );
  if (!peak || peak.value === 0) return text.nothingToSee;
  const min = Math.min(...withValue.map(({ value }) => value));
  return fillPlain(text.described, {
    min: valueText(locale, drawn, min),
    max: valueText(locale, drawn, peak.value),
    when: peak.name,
  });
};
