import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";
import { type Figure, figureLink, isCompared } from "./figure.ts";
import type { AnalyticsContext } from "./frame.ts";
import { changeText, valueText } from "./values.ts";

/** Metrics in a group with an optional heading. */
export interface FigureGroup {
  heading?: string;
  figures: readonly Figure[];
}

/** Table of metrics, each linked to its page. */
export const figureTable = (locale: Locale, { period }: AnalyticsContext, groups: readonly FigureGroup[]): Markup => {
  const { analytics: text } = textFor(locale).admin;
  const compares = period.comparison !== "none";
  const line = (figure: Figure) => {
    const isKnown = isCompared(period, figure);
    return html`<tr>
      <th scope="row">${figureLink(locale, period, figure)}</th>
      <td class="value">${valueText(locale, figure, figure.value)}</td>
      ${
        compares &&
        html`<td>${isKnown ? changeText(locale, figure) : ""}</td>
          <td class="was">${isKnown ? valueText(locale, figure, figure.previous) : ""}</td>`
      }
    </tr>`;
  };
  return html`<table class="measures figures">
    <thead>
      <tr>
        <th scope="col">${text.figure}</th>
        <th scope="col">${text.value}</th>
        ${
          period.comparison !== "none" &&
          html`<th scope="col">${text.changed}</th>
            <th scope="col" class="was">${text.comparisons[period.comparison].name}</th>`
        }
      </tr>
    </thead>
    ${groups
      .filter(({ figures }) => figures.length > 0)
      .map(
        ({ heading, figures }) =>
          html`<tbody>
            ${
              heading !== undefined &&
              html`<tr class="part">
                <th scope="rowgroup" colspan="${compares ? 4 : 2}">${heading}</th>
              </tr>`
            }
            ${figures.map(line)}
          </tbody>`,
      )}
  </table>`;
};
