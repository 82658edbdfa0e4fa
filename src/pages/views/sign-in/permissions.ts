import { html } from "hono/html";

import { scopeNames, scopes, type Scope } from "#access/scopes.ts";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Markup } from "../parts/markup.ts";

type Group = "identity" | "member" | "see" | "change";

const groups: readonly Group[] = ["identity", "member", "see", "change"];

const groupOf = (scope: Scope): Group => {
  const { kind } = scopes[scope];
  if (kind !== "operator") return kind;
  return scope.endsWith(":write") ? "change" : "see";
};

/** Groups of the scopes, in the order of the scope table. */
export const grouped = (among: readonly Scope[]): { group: Group; members: Scope[] }[] =>
  groups
    .map((group) => ({ group, members: scopeNames.filter((name) => among.includes(name) && groupOf(name) === group) }))
    .filter(({ members }) => members.length > 0);

/** Permissions in plain words, from identity to the most powerful. */
export const permissions = (locale: Locale, granted: readonly Scope[]): Markup => {
  const { consent: text, scopes: means } = textFor(locale);
  return html`<div class="entries">
    ${grouped(granted).map(
      ({ group, members }) =>
        html`<section class="entry ${group === "change" ? "weighty" : ""}" aria-labelledby="permissions-${group}">
          <h3 id="permissions-${group}">${text[group]}</h3>
          <div>
            ${group === "change" && html`<p class="weight">${text.changeDetail}</p>`}
            <ul class="dashes">
              ${members.map((scope) => html`<li>${means[scope]}</li>`)}
            </ul>
          </div>
        </section>`,
    )}
  </div>`;
};
