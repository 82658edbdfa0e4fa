import { html } from "hono/html";

import { adminSections } from "../../admin/sections.ts";
import { textFor } from "../../text/catalogue.ts";
import { fill, foreign } from "../markup.ts";
import { adminLayout, type AdminPage } from "./layout.ts";

/** GET /admin: what there is to decide, and where. */
export const overview = (page: AdminPage): string => {
  const { admin: text } = textFor(page.locale);
  return adminLayout(page, {
    title: text.overview.title,
    content: html`<h1>${text.overview.title}</h1>
      <p class="lead">${fill(text.overview.intro, { site: foreign(page.site.name) })}</p>
      <ul class="rows">
        ${page.sections
          .filter((name) => name !== "overview")
          .map(
            (name) =>
              html`<li class="row">
                <div class="about">
                  <h2><a href="${adminSections[name].path}">${text.sections[name].name}</a></h2>
                  <p class="soft">${text.sections[name].about}</p>
                </div>
              </li>`,
          )}
      </ul>`,
  });
};
