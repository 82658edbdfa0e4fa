import { html } from "hono/html";

import { audiences } from "#oauth/applications/application.ts";

import { applicationsPath } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, foreign } from "../../parts/markup.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

/** First step of registration: the audience determines all other fields. */
export const applicationChoice = (page: AdminPage): string => {
  const { choose: text, audience: names, form } = textFor(page.locale).admin.applications;
  return adminLayout(page, {
    title: form.title,
    content: html`<h1>${text.title}</h1>
      <p class="lead">${text.intro}</p>
      <ul class="rows">
        ${audiences.map(
          (audience) =>
            html`<li class="row">
              <div class="about">
                <h2><a href="${applicationsPath}/new?audience=${audience}">${names[audience]}</a></h2>
                <p class="soft">${fill(text[audience], { site: foreign(page.site.name) })}</p>
              </div>
            </li>`,
        )}
      </ul>
      <p class="after"><a href="${applicationsPath}">${form.cancel}</a></p>`,
  });
};
