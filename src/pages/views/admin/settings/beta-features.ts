import { html } from "hono/html";

import type { SiteSettings } from "#domain/platform/site/settings.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { button, checkbox, hidden, notice } from "../../parts/fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** Posts `csrf` and the names of the enabled features. */
export const betaFeatures = (
  page: AdminPage,
  view: { enabled: SiteSettings["betaFeatures"]; saved: boolean },
): string => {
  const { betaFeatures: text, sections, save, saved } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.betaFeatures.name,
    content: html`${view.saved && notice(saved)}
      <h1>${sections.betaFeatures.name}</h1>
      <p class="lead">${text.intro}</p>
      <form method="post" action="${adminSections.betaFeatures.path}" class="stack">
        ${hidden("csrf", page.csrf)}
        ${checkbox({
          name: "mcp_connections",
          label: text.mcp_connections.name,
          hint: text.mcp_connections.about,
          checked: view.enabled.includes("mcp_connections"),
        })}
        <div>${button(save, { look: "primary" })}</div>
      </form>`,
  });
};
