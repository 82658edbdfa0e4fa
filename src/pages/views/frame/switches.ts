import { html, raw } from "hono/html";
import { type Theme, themes } from "#domain/platform/site/themes.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import { textFor } from "../../text/catalogue.ts";
import { hidden } from "../parts/fields.ts";
import type { Markup } from "../parts/markup.ts";
import type { PageContext } from "../parts/page-context.ts";

/** Languages in their own words. */
const names: Record<Locale, string> = { en: "English", "zh-TW": "繁體中文" };

export const switchesId = "preferences";

/** True if the page can be shown again in another language or theme. Staff who see it as a student change nothing. */
export const hasSwitches = ({ here, viewing }: PageContext): boolean => here !== undefined && viewing === undefined;

/**
 * Buttons that change the language and the theme of the page, for members and visitors. `hasToken`: the page
 * shows no images of other hosts, through which the CSS of the school could read a form token.
 */
export const switches = (page: PageContext, { hasToken = false } = {}): Markup => {
  const { here = "/", shell, locale } = page;
  const { frame } = textFor(locale);
  if (!hasSwitches(page)) return raw("");
  return html`<form class="switches" id="${switchesId}" method="post" action="/account/preferences">
    ${hidden("return_to", here)} ${hasToken && page.member && page.csrf !== undefined && hidden("csrf", page.csrf)}
    <fieldset>
      <legend>${frame.language}</legend>
      ${locales.map((each) => option({ name: "language", value: each, label: names[each], isChosen: each === locale, lang: each }))}
    </fieldset>
    ${
      // A school can have one theme only.
      !(shell && shell.appearance.darkMode !== "auto") &&
      html`<fieldset>
        <legend>${frame.theme}</legend>
        ${themes.map((each) => option({ name: "theme", value: each, label: frame.themes[each], isChosen: each === themeOf(page) }))}
      </fieldset>`
    }
  </form>`;
};

const themeOf = ({ theme }: PageContext): Theme => theme ?? "device";

interface Option {
  name: string;
  value: string;
  label: string;
  isChosen: boolean;
  lang?: string;
}

const option = ({ name, value, label, isChosen, lang }: Option): Markup =>
  html`<button
    type="submit"
    name="${name}"
    value="${value}"
    aria-pressed="${String(isChosen)}"
    ${lang !== undefined && html`lang="${lang}"`}
  >
    ${label}
  </button>`;
