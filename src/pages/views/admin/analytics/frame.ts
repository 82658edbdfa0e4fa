import { html, raw } from "hono/html";

import { addressFor, comparisons, lengths, type Period, withLength } from "../../../admin/analytics/period.ts";
import { type AnalyticsPageName, analyticsPages } from "../../../admin/analytics/addresses.ts";
import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, hidden } from "../../parts/fields.ts";
import { fill, fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { filterField, filterSelect } from "../parts/filter-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";
import { choices } from "./choices.ts";
import { timeText, periodText, zoneName } from "./date-labels.ts";

/** Context of every analytics page. */
export interface AnalyticsContext {
  period: Period;
  /** Path and other parameters of the page, which a new period keeps. */
  path: string;
  more?: Record<string, string>;
  /** Navigation entry of the page. */
  page: AnalyticsPageName;
  /** Pages that the member may see. */
  pages: readonly AnalyticsPageName[];
  /** True (default) if the page compares periods. */
  compares?: boolean;
  /** Time of the last metrics update. */
  computedThrough?: Date | undefined;
}

/** Layout of analytics pages: heading, navigation, period and update time. */
export const analyticsPage = (
  page: AdminPage,
  analytics: AnalyticsContext,
  sheet: { title: string; head: Markup; content: Markup },
): string => {
  const wrong = analytics.period.wrong.length > 0;
  return adminLayout(page, {
    title: sheet.title,
    problem: wrong,
    content: html`${sheet.head} ${periodChoice(page.locale, analytics)} ${!wrong && sheet.content}
    ${!wrong && counted(page.locale, analytics)}`,
  });
};

/** Navigation between analytics pages, for the same period. */
export const analyticsLinks = (locale: Locale, { pages, page, period }: AnalyticsContext): Markup => {
  const { analytics: text } = textFor(locale).admin;
  return choices(
    text.pagesLabel,
    pages.map((name) => ({
      label: text.pages[name],
      address: addressFor(analyticsPages[name], period),
      chosen: name === page,
    })),
  );
};

const periodChoice = (locale: Locale, analytics: AnalyticsContext): Markup => {
  const { analytics: text } = textFor(locale).admin;
  const { period, path, more } = analytics;
  const { length } = period;
  return html`<div class="period">
    ${choices(
      text.period.label,
      lengths.map((name) => ({
        label: text.period.lengths[name],
        address: addressFor(path, withLength(period, name), more),
        chosen: name === length,
      })),
    )}
    ${analytics.compares !== false && against(locale, analytics)}
    ${period.wrong.length <= 0 && html`<p class="soft">${periodSaid(locale, period)}</p>`}
    ${ownPeriod(locale, analytics)}
  </div>`;
};

const against = (locale: Locale, { period, path, more }: AnalyticsContext): Markup => {
  const { analytics: text } = textFor(locale).admin;
  return html`<div class="against">
    <span class="soft" aria-hidden="true">${text.comparisonLabel}</span>
    ${choices(
      text.comparisonLabel,
      comparisons.map((name) => ({
        label: text.comparisons[name].choice,
        address: addressFor(path, { ...period, comparison: name }, more),
        chosen: name === period.comparison,
      })),
    )}
  </div>`;
};

const periodSaid = (locale: Locale, period: Period): Markup =>
  fill(textFor(locale).admin.analytics.days, {
    days: periodText(locale, period),
    zone: foreign(zoneName(locale, period.timeZone)),
  });

const ownPeriod = (locale: Locale, { period, path, more = {}, compares }: AnalyticsContext): Markup => {
  const { period: text, comparisons: names } = textFor(locale).admin.analytics;
  const end = (name: "from" | "to") =>
    filterField({
      name,
      type: "date",
      label: text[name],
      value: period.length === "own" ? period.typed[name] : period[name === "from" ? "first" : "last"],
      problem: period.wrong.includes(name) ? text.problems[name] : undefined,
    });
  return html`<details ${period.length === "own" && raw("open")}>
    <summary>${text.own}</summary>
    <form method="get" action="${path}" class="filters">
      ${hidden("period", "own")} ${Object.entries(more).map(([name, value]) => hidden(name, value))} ${end("from")}
      ${end("to")}
      ${
        compares === false
          ? hidden("compare", period.comparison)
          : filterSelect({
              name: "compare",
              label: text.compare,
              options: comparisons.map((name) => [name, names[name].choice] as const),
              value: period.comparison,
            })
      }
      <div class="actions">${button(text.show, { look: "secondary" })}</div>
    </form>
  </details>`;
};

const counted = (locale: Locale, { computedThrough, period }: AnalyticsContext): Markup => {
  const { analytics: text } = textFor(locale).admin;
  if (computedThrough === undefined) return raw("");
  const time = timeText(locale, computedThrough, period.timeZone);
  // A new installation has the epoch as its update time.
  const countedText = computedThrough.getTime() === 0 ? text.notCounted : fillPlain(text.countedUntil, { time });
  return html`<p class="aside after">${countedText}</p>`;
};
