import { html } from "hono/html";

import type { Markup } from "../parts/markup.ts";
import { percent } from "./plot.ts";

/** Bar for a share (0 to 1), with an optional inner bar. The value is text next to it. */
export const bar = (share: number, within?: number): Markup =>
  html`<svg class="bar" width="100%" height="10" aria-hidden="true">
    <line class="track" x1="0" x2="100%" y1="9.5" y2="9.5" />
    <rect class="${within === undefined ? "full" : "whole"}" width="${percent(clamped(share))}" height="10" />
    ${within !== undefined && html`<rect class="full" width="${percent(clamped(within))}" height="10" />`}
  </svg>`;

/** Clamps a share and makes small values visible. */
const clamped = (share: number): number => (share <= 0 ? 0 : Math.min(1, Math.max(share, 0.004)));
