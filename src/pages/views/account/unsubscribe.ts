import { html } from "hono/html";

import { textFor } from "../../text/catalogue.ts";
import type { Catalogue } from "#pages/text/catalogue-type.ts";
import { button, hidden } from "../parts/fields.ts";
import { layout } from "../frame/layout.ts";
import type { PageContext } from "#pages/views/parts/page-context.ts";
import { fill, foreign } from "../parts/markup.ts";

type Topic = keyof Catalogue["notifications"]["settings"]["topics"];

export type Unsubscribe =
  | { state: "asked"; topic: Topic; link: string; csrf: string }
  | { state: "done"; topic: Topic }
  | { state: "ended" };

/** Unsubscribe page: confirmation, result, or an invalid link. Posts to its own URL. */
export const unsubscribe = (page: PageContext, view: Unsubscribe): string => {
  const { unsubscribe: text, settings, choose } = textFor(page.locale).notifications;
  const site = foreign(page.site.name);
  const settingsLink = html`<p class="after"><a href="/account/notifications/settings">${choose}</a></p>`;
  if (view.state === "ended") {
    return layout(page, {
      title: text.endedTitle,
      problem: true,
      width: "narrow",
      head: "bare",
      content: html`<h1>${text.endedTitle}</h1>
        <p class="lead">${text.ended}</p>
        ${settingsLink}`,
    });
  }
  const topic = html`<strong>${settings.topics[view.topic].name}</strong>`;
  if (view.state === "done") {
    return layout(page, {
      title: text.doneTitle,
      width: "narrow",
      head: "bare",
      content: html`<h1>${text.doneTitle}</h1>
        <p class="lead">${fill(text.done, { site, topic })}</p>
        <p class="prose">${text.more}</p>
        ${settingsLink}`,
    });
  }
  return layout(page, {
    title: text.title,
    width: "narrow",
    head: "bare",
    content: html`<h1>${text.title}</h1>
      <p class="lead">${fill(text.lead, { site, topic })}</p>
      <p class="prose">${text.more}</p>
      <form method="post" action="/unsubscribe?link=${encodeURIComponent(view.link)}" class="stack">
        ${hidden("csrf", view.csrf)} ${button(text.submit, { look: "primary" })}
      </form>
      ${settingsLink}`,
  });
};
