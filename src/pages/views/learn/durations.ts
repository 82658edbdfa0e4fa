import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { duration } from "#pages/views/parts/dates.ts";
import { fill, type Markup } from "#pages/views/parts/markup.ts";

/** `1 hour 5 minutes`: rounded to minutes, except below one. */
export function lengthOf(locale: Locale, seconds: number): string {
  if (seconds < 60) return duration(locale, Math.max(1, Math.round(seconds)), "seconds");
  const all = Math.round(seconds / 60);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  const parts = [hours > 0 && duration(locale, hours, "hours"), minutes > 0 && duration(locale, minutes, "minutes")];
  return parts.filter(Boolean).join(" ");
}

/** Progress bar with text. */
export const progressBar = (
  template: string,
  { completed, total }: { completed: number; total: number },
  label: string,
): Markup =>
  html`<p class="progress">
    <progress max="${String(Math.max(1, total))}" value="${String(completed)}" aria-label="${label}"></progress>
    <span>${fill(template, { completed: String(completed), total: String(total) })}</span>
  </p>`;
