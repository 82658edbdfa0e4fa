import { html } from "hono/html";

import type { Markup } from "./markup.ts";

/** Values of statuses by what they mean for the school. Others are neutral. */
const valuesByTone = {
  good: "published active paid succeeded completed confirmed valid granted accepted approved passed delivered sent",
  wait: "pending scheduled invited trialing waitlisted processing queued running sending submitted paused partially_refunded",
  bad: "failed past_due disputed suspended overdue rejected bounced",
};

const tones: ReadonlyMap<string, string> = new Map(
  Object.entries(valuesByTone).flatMap(([tone, values]) => values.split(" ").map((value) => [value, tone] as const)),
);

/** A status: its name, in the color of its meaning. */
export const badge = (value: string, label: string): Markup => {
  const tone = tones.get(value);
  return html`<span class="tag" ${tone !== undefined && html`data-tone="${tone}"`}>${label}</span>`;
};
