import { html, raw } from "hono/html";

import type { SiteSettings } from "#domain/platform/site/settings.ts";
import type { PublishedKey } from "#oauth/published-keys.ts";

import { adminSections } from "../../../admin/sections.ts";
import { textFor } from "../../../text/catalogue.ts";
import { timestamp } from "../../parts/dates.ts";
import { button, hidden, notice } from "../../parts/fields.ts";
import { fill, foreign, type Markup } from "../../parts/markup.ts";
import { choices, radio } from "../forms/form-fields.ts";
import { adminLayout, type AdminPage } from "../layout.ts";

export type Signing = {
  state: SiteSettings["signing"];
  /** The next signing key first. */
  keys: readonly PublishedKey[];
  notice?: "saved" | "rotated" | "withdrawn" | undefined;
};

const states = ["off", "published", "on"] as const;
const { path } = adminSections.signing;

/** Signing state and keys. Posts `signing`; key rotation posts the newest displayed key. */
export const signing = (page: AdminPage, view: Signing): string => {
  const { signing: text, sections, save } = textFor(page.locale).admin;
  return adminLayout(page, {
    title: sections.signing.name,
    content: html`${view.notice && notice(text.notice[view.notice])}
      <h1>${sections.signing.name}</h1>
      <p class="lead">${fill(text.intro, { site: foreign(page.site.name) })}</p>
      <form method="post" action="${path}" class="stack">
        ${hidden("csrf", page.csrf)}
        ${choices(
          { name: "signing", label: text.state },
          html`${states.map((state) =>
            radio({
              name: "signing",
              value: state,
              label: text[state].name,
              hint: text[state].about,
              checked: view.state === state,
            }),
          )}`,
        )}
        <div>${button(save, { look: "primary" })}</div>
      </form>
      ${keys(page, view)} ${rotation(page, view)}`,
  });
};

const keys = (page: AdminPage, { keys: published, state }: Signing): Markup => {
  const { signing: text } = textFor(page.locale).admin;
  return html`<h2>${text.keys}</h2>
    <p class="prose soft">
      ${published.length === 0 ? text.none : state === "off" ? text.unpublished : text.keysIntro}
    </p>
    ${
      published.length !== 0 &&
      html`<ul class="rows">
        ${published.map((key) => row(page, key))}
      </ul>`
    }`;
};

const row = (page: AdminPage, { kid, state, activeFrom, retiresAt }: PublishedKey): Markup => {
  const { signing: text } = textFor(page.locale).admin;
  const since = { next: text.from, signing: text.since, retiring: text.signed }[state];
  return html`<li class="row">
    <div class="about">
      <h3 class="mono">${kid}</h3>
      <ul class="facts">
        <li>${fill(since, { time: timestamp(page, activeFrom) })}</li>
        ${retiresAt && html`<li>${fill(text.until, { time: timestamp(page, retiresAt) })}</li>`}
      </ul>
    </div>
    <p class="here">${text.states[state]}</p>
  </li>`;
};

const rotation = (page: AdminPage, { keys: published }: Signing): Markup => {
  const { signing: text } = textFor(page.locale).admin;
  const [newest] = published;
  if (!newest) return raw("");
  const form = (action: string, submit: Markup) =>
    html`<form method="post" action="${path}/${action}" class="actions">
      ${hidden("csrf", page.csrf)} ${hidden("newest", newest.kid)} ${submit}
    </form>`;
  return html`<h2>${text.rotation}</h2>
    ${
      newest.state === "next"
        ? html`<p class="prose">${fill(text.underWay, { time: timestamp(page, newest.activeFrom) })}</p>`
        : html`<p class="prose">${text.rotationAbout}</p>
            ${form("rotate", button(text.rotate, { look: "secondary" }))}`
    }
    <details class="after">
      <summary>${text.leak}</summary>
      <p class="prose">${text.leakAbout}</p>
      ${form("withdraw", button(text.withdraw, { look: "danger" }))}
    </details>`;
};
