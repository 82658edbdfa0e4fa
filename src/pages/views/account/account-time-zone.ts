import { html, raw } from "hono/html";
import { textFor } from "../../text/catalogue.ts";
import { button, hidden } from "../parts/fields.ts";
import { fillPlain, type Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

/** Time zone of the member. A module offers that of the device. */
export interface AccountTimeZone {
  /** Null: that of the school. */
  own: string | null;
  ofSchool: string;
}

export const accountTimeZone = ({ locale }: PageContext, csrf: string, { own, ofSchool }: AccountTimeZone): Markup => {
  const { timeZone: text } = textFor(locale).account;
  const zones = Intl.supportedValuesOf("timeZone");
  const offeredZones = own === null || zones.includes(own) ? zones : [own, ...zones];
  const sameAsSchool = fillPlain(text.ofSchool, { zone: ofSchool });
  return html`<div class="entry">
    <dt>${text.title}</dt>
    <dd>
      <p>${own ?? sameAsSchool}</p>
      <details>
        <summary>${text.change}</summary>
        <form method="post" action="/account/time-zone" class="stack">
          ${hidden("csrf", csrf)}
          <div class="field">
            <label for="time_zone">${text.label}</label>
            <select id="time_zone" name="time_zone" aria-describedby="time-zone-hint">
              <option value="">${sameAsSchool}</option>
              ${offeredZones.map((zone) => html`<option ${zone === own && raw("selected")}>${zone}</option>`)}
            </select>
            <p id="time-zone-hint" class="hint">${text.hint}</p>
          </div>
          <div class="actions">
            ${button(text.save, { look: "primary" })}
            <button type="submit" name="device" class="button secondary" data-own-zone="${text.device}" hidden></button>
          </div>
        </form>
      </details>
    </dd>
  </div>`;
};
