import { html, raw } from "hono/html";

import type { Markup } from "../markup.ts";
import { niceScale, type Scale } from "./nice-scale.ts";
import { drawnWidth, linesThrough, percent, type Plot, plotOf } from "./plot.ts";

/** What is shown of one stretch of time. */
interface ChartPoint {
  /** As it stands under the chart: `12 Nov`. */
  mark: string;
  /** What is told of it while it is pointed at, in two lines: `Thu, 12 Nov 2026`, `34, before 28`. */
  name: string;
  readout: string;
  /** In the unit of the chart; null where it is not told. */
  value: number | null;
  /** Of the same stretch of the period that it is compared to. */
  before: number | null;
}

export interface TimeChart {
  /** Of this chart alone on its page. */
  id: string;
  /** What it shows, and what there is to see in it: for those who do not see it. */
  title: string;
  description: string;
  points: readonly ChartPoint[];
  /** Whether the values of the other period are drawn too. */
  compares: boolean;
  /** Whether the first, or the last, has a part of its days only, like one that is not over yet. */
  cut: { first: boolean; last: boolean };
  /** Of things that are counted. */
  whole: boolean;
  size: "small" | "large";
  /** A value beside a line of the chart, short. */
  tick: (value: number) => string;
}

/** Pixels: where the plot begins and ends, and the line of days below it. */
const heights = { small: { top: 16, bottom: 120, all: 146 }, large: { top: 16, bottom: 236, all: 262 } };
const marks = { small: 4, large: 5 };

/**
 * Values over time as a line above its area, and those of an earlier period as a dashed line behind. Text keeps its
 * size at any width: positions along the chart are shares of it, and only the drawing of the lines is stretched.
 */
export const timeChart = (chart: TimeChart): Markup => {
  const { id, points, compares, size } = chart;
  const known = points.flatMap(({ value, before }) => [value ?? 0, (compares && before) || 0]);
  const scale = niceScale(known, { steps: size === "small" ? 3 : 4, whole: chart.whole });
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

/** The values of the lines, in a drawing of its own: it takes the width that they need. */
const axis = ({ tick, size }: TimeChart, { ticks }: Scale, { down }: Plot): Markup => {
  const labels = ticks.map((value) => ({ at: down(value), text: tick(value) }));
  const width = Math.ceil(Math.max(...labels.map(({ text }) => widthOf(text)))) + 8;
  return html`<svg class="axis" width="${width}" height="${heights[size].all}" aria-hidden="true">
    ${labels.map(({ at, text }) => html`<text x="${width - 8}" y="${at + 4}" text-anchor="end">${text}</text>`)}
  </svg>`;
};

/** Pixels, at the size of the labels: a figure is narrower than a letter, which is narrower than a Chinese sign. */
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

/** What is not whole is drawn as a line that is not done: it would look like a fall. */
const lines = ({ points, compares, cut }: TimeChart, plot: Plot): Markup => {
  const values = points.map(({ value }) => value);
  const last = values.length - 1;
  const only = (isShown: (index: number) => boolean) =>
    linesThrough(
      values.map((value, index) => (isShown(index) ? value : null)),
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

/** Where points lie closer than a finger or a mouse can tell apart, the table tells of each. */
const canPoint = ({ size, points }: TimeChart): boolean => size === "large" || points.length <= 62;

/** What is told of a point while it is pointed at, without a script; the last one is marked always. */
const pointed = (chart: TimeChart, point: ChartPoint, index: number, plot: Plot): Markup => {
  const { before } = point;
  const { band } = plot;
  return html`<g class="at">
    <rect x="${percent(index * band)}" y="0" width="${percent(band)}" height="${heights[chart.size].bottom}" />
    ${chart.compares && before !== null ? dot(plot, index, before, "dot was") : raw("")}
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
