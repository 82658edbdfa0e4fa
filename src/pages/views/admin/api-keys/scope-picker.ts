import { html } from "hono/html";

import type { Scope } from "#access/scopes.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { checkbox } from "../../parts/fields.ts";
import type { Markup } from "../../parts/markup.ts";
import { grouped } from "../../sign-in/permissions.ts";

/** Scope checkboxes in groups, from identity to the most powerful. Each is sent as `scope.{name}`. */
export const scopePicker = (locale: Locale, offered: readonly Scope[], picked: readonly Scope[]): Markup => {
  const { consent, scopes: means } = textFor(locale);
  return html`${grouped(offered).map(
    ({ group, members }) =>
      html`<fieldset class="group ${group === "change" ? "weighty" : ""}">
        <legend>${consent[group]}</legend>
        ${members.map((scope) =>
          checkbox({
            name: `scope.${scope}`,
            label: html`${means[scope]} <code>${scope}</code>`,
            checked: picked.includes(scope),
          }),
        )}
      </fieldset>`,
  )}`;
};
