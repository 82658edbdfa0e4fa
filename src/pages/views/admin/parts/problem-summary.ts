import { html } from "hono/html";

import { textFor } from "../../../text/catalogue.ts";
import { problem } from "../../parts/fields.ts";
import { type Markup, render } from "../../parts/markup.ts";
import { attributesOf, unescape } from "../../parts/parse-form.ts";
import { localeOf, withAttribute } from "../../parts/refill-form.ts";
import { labelIn, textAfter } from "./label-in.ts";

/**
 * Completes the page of a refused form: the first alert has links to all fields with a problem, and the focus. On a
 * phone, a marked field is often out of sight. A page without an alert gets one above its heading.
 */
export function withProblemSummary(page: string): string {
  if (/\sautofocus[\s/>]/.test(page)) return page;
  const fields = [...invalidFields(page), ...invalidParts(page)];
  const alert = alertIn(page) ?? (fields.length > 0 ? alertIn(withAlert(page)) : undefined);
  if (!alert) return page;
  const { before, tag, inner, after } = alert;
  const missing = fields.filter(({ id }) => !inner.includes(`href="#${id}"`));
  const focused = withAttribute(withAttribute(tag, "tabindex", "-1"), "autofocus", "");
  return `${before}${focused}${inner}${missing.length === 0 ? "" : render(links(missing))}${after}`;
}

interface InvalidField {
  /** As the page has it, escaped. */
  id: string;
  label: string;
}

const links = (fields: readonly InvalidField[]): Markup =>
  html`<ul class="fields-of-problem">
    ${fields.map(({ id, label }) => html`<li><a href="#${unescape(id)}">${label}</a></li>`)}
  </ul>`;

/** The fields with a problem, or that must be filled in again, that have a label. A group is left out for its own control with the problem. */
function invalidFields(page: string): InvalidField[] {
  const marked = [
    ...page.matchAll(/<(input|textarea|select|fieldset)\b[^>]*\s(?:aria-invalid="true"|data-again=)[^>]*>/g),
  ];
  return marked.flatMap(({ 0: element, 1: tag = "", index: start }, at) => {
    const next = marked[at + 1]?.index ?? Number.POSITIVE_INFINITY;
    if (tag === "fieldset" && next < page.indexOf("</fieldset>", start)) return [];
    const attributes = attributesOf(element);
    const id = attributes.get("id");
    const label = labelIn(page, { tag, attributes, start, end: start + element.length });
    return id === undefined || label === "" ? [] : [{ id, label }];
  });
}

/** Parts of a form with a problem that no field has, such as too few questions, by the heading above it. */
function invalidParts(page: string): InvalidField[] {
  return [...page.matchAll(/<p class="wrong">/g)].flatMap(({ index }) => {
    const start = page.lastIndexOf("<h2", index);
    const [tag = ""] = /^<h2\b[^>]*>/.exec(page.slice(start, index)) ?? [];
    const id = attributesOf(tag).get("id");
    return id === undefined ? [] : [{ id, label: textAfter(page, start, "h2") }];
  });
}

/** The first alert, with the content of its element. */
function alertIn(page: string) {
  const alert = /<(div|p)\b[^>]*\srole="alert"[^>]*>/.exec(page);
  if (!alert) return undefined;
  const start = alert.index + alert[0].length;
  const end = page.indexOf(`</${alert[1]}>`, start);
  return {
    before: page.slice(0, alert.index),
    tag: alert[0],
    inner: page.slice(start, end),
    after: page.slice(end),
  };
}

/** The heading is alone, or in a row with actions. */
function withAlert(page: string): string {
  const heading = /(?:<div class="head-of-list">\s*)?<h1\b/.exec(page);
  const { problems } = textFor(localeOf(page)).admin.derived.form;
  const at = heading?.index ?? 0;
  return page.slice(0, at) + render(problem("problem", problems)) + page.slice(at);
}
