import { html, raw } from "hono/html";

import type { Markup } from "../parts/markup.ts";
import { niceScale, type Scale } from "./nice-scale.ts";
import { drawnWidth, linesThrough, percent, type Plot, plotOf } from "./plot.ts";

interface ChartPoint {
  /** Axis label: `12 Nov`. */
  mark: string;
  /** Tooltip in two lines: `Thu, 12 Nov 2026`, `34, previously 28`. */
  name: string;
  readout: string;
  /** Value in chart units, or null if hidden. */
  value: number | null;
  /** Value of the same interval in the comparison period. */
  before: number | null;
}

export interface TimeChart {
  /** Unique on the page. */
  id: string;
  /** Title and text description for screen readers. */
  title: string;
  description: string;
  points: readonly ChartPoint[];
  /** True if the comparison period is drawn. */
  compares: boolean;
  /** True if the first or last interval is incomplete. */
  cut: { first: boolean; last: boolean };
  /** Integer values. */
  whole: boolean;
  size: "small" | "large";
  /** Short axis label. */
  tick: (value: number) => string;
}

/** Pixels: top and bottom of the plot, and total height with the axis. */
const heights = { small: { top: 16, bottom: 120, all: 146 }, large: { top: 16, bottom: 236, all: 262 } };
const marks = { small: 4, large: 5 };

/**
 * Line and area chart, with the comparison period as a dashed line. Text keeps its size at any width: horizontal
 * positions are percentages, and only the line drawing is stretched.
 */
export const timeChart = (chart: TimeChart): Markup => {
  const { id, points, compares, size } = chart;
  const drawnValues = points.flatMap(({ value, before }) => [value ?? 0, (compares && before) || 0]);
  const scale = niceScale(drawnValues, { steps: size === "small" ? 3 : 4, whole: chart.whole });
  const height = heights[size];
  const plot = plotOf(points.length, scale, height);
  return html`<div class="chart">
    ${axis(chart, scale, plot)}
    <svg
      class="plot"
      width="100%"
      height="${height.all}"
      role="img"
      aria-label="${chart.title}"
      aria-describedby="${id}-told"
    >
      <desc id="${id}-told">${chart.description}</desc>
      ${scale.ticks.map((tick) => rule(tick, plot))} ${days(chart, plot)}
      <svg width="100%" height="${height.all}" viewBox="0 0 ${drawnWidth} ${height.all}" preserveAspectRatio="none">
        ${lines(chart, plot)}
      </svg>
      ${canPoint(chart) ? points.map((point, index) => pointed(chart, point, index, plot)) : lastDot(chart, plot)}
    </svg>
  </div>`;
};

/** Axis labels in a separate drawing with the width that they need. */
const axis = ({ tick, size }: TimeChart, { ticks }: Scale, { down }: Plot): Markup => {
  const labels = ticks.map((value) => ({ at: down(value), text: tick(value) }));
  const width = Math.ceil(Math.max(...labels.map(({ text }) => widthOf(text)))) + 8;
  return html`<svg class="axis" width="${width}" height="${heights[size].all}" aria-hidden="true">
    ${labels.map(({ at, text }) => html`<text x="${width - 8}" y="${at + 4}" text-anchor="end">${text}</text>`)}
  </svg>`;
};

/** Estimated width in pixels: digits are narrower than letters, and letters narrower than Chinese characters. */
const widthOf = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (sign > "\u2e80" ? 12 : /[0-9.,\s]/.test(sign) ? 7.75 : 9), 0);

const rule = (value: number, { down }: Plot): Markup =>
  html`<line class="${value === 0 ? "base" : "rule"}" x1="0" x2="100%" y1="${down(value)}" y2="${down(value)}" />`;

const days = ({ points, size }: TimeChart, { across }: Plot): Markup => {
  const every = Math.ceil(points.length / marks[size]);
  return html`${points.map(({ mark }, index) => {
    if (index % every !== 0) return raw("");
    const at = across(index);
    const [x, anchor] = at > 0.94 ? ["100%", "end"] : [percent(at), "middle"];
    return html`<text x="${x}" y="${heights[size].bottom + 20}" text-anchor="${anchor}">${mark}</text>`;
  })}`;
};

/** Draws incomplete intervals differently, because they would look like a drop. */
const lines = ({ points, compares, cut }: TimeChart, plot: Plot): Markup => {
  const values = points.map(({ value }) => value);
  const last = values.length - 1;
  const only = (isVisible: (index: number) => boolean) =>
    linesThrough(
      values.map((value, index) => (isVisible(index) ? value : null)),
      plot,
    );
  const whole = only((index) => !(cut.first && index === 0) && !(cut.last && index === last));
  const ends = [
    ...(cut.first ? only((index) => index < 2) : []),
    ...(cut.last ? only((index) => index > last - 2) : []),
  ];
  const before = compares ? points.map((point) => point.before) : [];
  return html`${linesThrough(values, plot).map(({ area }) => html`<path class="area" d="${area}" />`)}
  ${linesThrough(before, plot).map(({ line }) => html`<path class="before" d="${line}" />`)}
  ${whole.map(({ line }) => html`<path class="line" d="${line}" />`)}
  ${ends.map(({ line }) => html`<path class="line cut" d="${line}" />`)}`;
};

/** Tooltips need points that a pointer can separate. Otherwise the data table has the values. */
const canPoint = ({ size, points }: TimeChart): boolean => size === "large" || points.length <= 62;

/** Script-free tooltip of a point. The last point is always marked. */
const pointed = (chart: TimeChart, point: ChartPoint, index: number, plot: Plot): Markup => {
  const { before } = point;
  const { band } = plot;
  return html`<g class="at">
    <rect x="${percent(index * band)}" y="0" width="${percent(band)}" height="${heights[chart.size].bottom}" />
    ${chart.compares && before !== null && dot(plot, index, before, "dot was")}
    ${index === chart.points.length - 1 ? lastDot(chart, plot) : dotOf(point, index, plot)}
    <text class="readout" x="4" y="12">${point.name}</text>
    <text class="readout" x="4" y="28">${point.readout}</text>
  </g>`;
};

const dotOf = ({ value }: ChartPoint, index: number, plot: Plot): Markup =>
  value === null ? raw("") : dot(plot, index, value, "dot");

const lastDot = ({ points }: TimeChart, plot: Plot): Markup => {
  const value = points.at(-1)?.value ?? null;
  return value === null ? raw("") : dot(plot, points.length - 1, value, "dot last");
};

const dot = ({ across, down }: Plot, index: number, value: number, look: string): Markup =>
  html`<circle class="${look}" cx="${percent(across(index))}" cy="${down(value)}" r="4" />`;
