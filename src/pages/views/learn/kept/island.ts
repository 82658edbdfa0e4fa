import { html, raw } from "hono/html";
import type { Locale } from "#domain/platform/site/locales.ts";
import { islandsPath } from "../../../islands/islands.ts";
import { textFor } from "../../../text/catalogue.ts";
import type { Markup } from "../../parts/markup.ts";

/** Settings of the elements for lectures without a connection. */
export const offlineTexts = (locale: Locale): string => JSON.stringify(textFor(locale).offline.browser);

export const offlineModule = (): Markup =>
  islandsPath === undefined
    ? raw("")
    : html`<script type="module" src="${islandsPath}/offline.js" fetchpriority="low"></script>`;

/** A course that a person can keep on their device. */
export interface KeepView {
  slug: string;
  /** Address of the list of pages to keep. */
  list: string;
  keeper: string;
}

/** The button that keeps a course. Shown by its script, in browsers that can. */
export const keepCourse = (locale: Locale, { slug, list, keeper }: KeepView): Markup => {
  const { offline: text } = textFor(locale);
  if (islandsPath === undefined) return raw("");
  return html`<l-keep-course
      class="keep-course"
      data-slug="${slug}"
      data-list="${list}"
      data-keeper="${keeper}"
      data-locale="${locale}"
      data-texts="${offlineTexts(locale)}"
      hidden
    >
      <h2>${text.title}</h2>
      <p class="prose soft">${text.about}</p>
      <p class="prose" role="status"></p>
      <p class="after">
        <button type="button" class="button secondary" data-act="keep">${text.keep}</button>
        <button type="button" class="button secondary" data-act="remove" hidden>${text.remove}</button>
      </p>
    </l-keep-course>
    ${offlineModule()}`;
};

/** Notes and marks that the server has refused after they were made without a connection, filled by its script. Loaded with the list below. */
export const unsent = (locale: Locale, keeper?: string): Markup => {
  const { offline: text } = textFor(locale);
  if (islandsPath === undefined) return raw("");
  return html`<l-unsent
    class="notice unsent"
    data-keeper="${keeper ?? ""}"
    data-locale="${locale}"
    data-texts="${offlineTexts(locale)}"
    hidden
  >
    <h2 tabindex="-1">${text.unsent}</h2>
    <p>${text.unsentAbout}</p>
    <ul></ul>
    <p role="status"></p>
  </l-unsent>`;
};

/** The list of kept courses, filled by its script. `keeper` is missing on the copy for a device without a connection. */
export const keptList = (locale: Locale, keeper?: string): Markup => {
  const { offline: text } = textFor(locale);
  if (islandsPath === undefined) return raw("");
  return html`<l-kept-list
      class="kept-list"
      data-keeper="${keeper ?? ""}"
      data-locale="${locale}"
      data-texts="${offlineTexts(locale)}"
      ${keeper === undefined ? raw("data-always") : raw("hidden")}
    >
      <h2 tabindex="-1">${text.list}</h2>
      <ul></ul>
      ${keeper === undefined && html`<p class="prose" data-none hidden>${text.none}</p>`}
      <p class="prose" role="status"></p>
      <p class="prose soft">${text.ends}</p>
    </l-kept-list>
    ${offlineModule()}`;
};
