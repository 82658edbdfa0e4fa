import { currencyName, languageName } from "#lib/text/formats.ts";
import { html, raw } from "hono/html";

import type { Dimension } from "#domain/analytics/dimensions.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { bar } from "../../charts/bar.ts";
import { fillPlain, foreign, type Markup } from "../../parts/markup.ts";
import { count, type Measure, valueText } from "./values.ts";

/** Breakdown of a metric, largest values first. Monetary metrics use one currency. */
export interface Division extends Measure {
  by: Dimension;
  rows: readonly {
    key: string;
    /** Name of the item, or null if it has none or was deleted. */
    name: string | null;
    value: number | null;
    /** Value hidden, because it covers too few people. */
    suppressed: boolean;
    /** URL of the item's page. */
    href?: string | undefined;
  }[];
  /** Number of omitted rows. */
  omitted: number;
}

/** Renders a table with a bar per row. */
export const division = (locale: Locale, view: Division): Markup => {
  const { analytics: text } = textFor(locale).admin;
  const { rows, by, currency, omitted } = view;
  const largest = Math.max(0, ...rows.map(({ value }) => value ?? 0));
  const ofMoney =
    currency === null
      ? raw("")
      : html`<caption>
          ${currencyName(locale, currency)}
        </caption>`;
  if (rows.length === 0) return html`<p class="prose soft">${text.metric.none}</p>`;
  return html`<table class="measures">
      ${ofMoney}
      <thead>
        <tr>
          <th scope="col">${text.dimensions[by]}</th>
          <th scope="col">${text.value}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ value, suppressed, href, ...group }) =>
            html`<tr>
              <th scope="row">
                ${linked(nameOf(locale, by, group), href)} ${bar(largest === 0 ? 0 : (value ?? 0) / largest)}
              </th>
              <td>${suppressed ? text.withheld : valueText(locale, view, value)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${rows.some(({ suppressed }) => suppressed) && html`<p class="aside after">${text.withheldNote}</p>`}
    ${omitted !== 0 && html`<p class="aside after">${fillPlain(text.metric.omitted, { count: count(locale, omitted) })}</p>`}`;
};

const linked = (name: string, href: string | undefined): Markup =>
  href === undefined ? foreign(name) : html`<a href="${href}">${foreign(name)}</a>`;

/** Returns the item's name, a catalogue text, or the key (such as a code). */
const nameOf = (locale: Locale, by: Dimension, { key, name }: { key: string; name: string | null }): string => {
  const { analytics: text } = textFor(locale).admin;
  if (name !== null) return name;
  if (key === "") return text.without;
  if (by === "locale") return languageName(locale, key);
  const names: Record<string, string> = { ...text.sources, ...text.productTypes };
  return names[key] ?? key;
};
