import { html } from "hono/html";

import type { Locale } from "#domain/platform/site/locales.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fill, type Markup } from "../../parts/markup.ts";
import { elementsIn, unescape } from "../../parts/parse-form.ts";
import { labelIn, textOfMarkup, textAfter } from "./label-in.ts";

/** A value that two people changed: the stored one, and the one that was submitted. */
export interface Collision {
  /** ID of the field, for a link. */
  id: string;
  label: string;
  now: string;
  yours: string;
}

/** Reports what two people changed, with both values. Nothing was saved. */
export const collisionList = (locale: Locale, collisions: readonly Collision[]): Markup => {
  const { form: text } = textFor(locale).admin.derived;
  const shown = (value: string) => (value === "" ? text.nothing : html`<bdi class="foreign">${value}</bdi>`);
  return html`<div id="problem" class="notice grave" role="alert" tabindex="-1" autofocus>
    <p>${text.conflict}</p>
    <ul>
      ${collisions.map(
        ({ id, label, now, yours }) =>
          html`<li>
            <a href="#${id}">${label}</a> ${fill(text.now, { value: shown(now) })}
            ${fill(text.yours, { value: shown(yours) })}
          </li>`,
      )}
    </ul>
  </div>`;
};

/** Describes the collision of a field by the texts of the form that contains it. */
export function collisionOf(locale: Locale, inner: string, name: string, values: { now: string; yours: string }) {
  const elements = elementsIn(inner).filter((one) => one.name === name);
  const [first] = elements;
  const type = first?.attributes.get("type");
  const label = first === undefined ? name : labelIn(inner, first);
  const written = (value: string): string => {
    if (type === "checkbox")
      return value === "" ? textFor(locale).admin.derived.detail.no : textFor(locale).admin.derived.detail.yes;
    if (type === "radio") {
      const chosenOption = elements.find(({ attributes }) => unescape(attributes.get("value") ?? "on") === value);
      return chosenOption ? textAfter(inner, chosenOption.end, "span") : value;
    }
    return first?.tag === "select" ? optionIn(inner.slice(first.end), value) : short(value);
  };
  const id = unescape(first?.attributes.get("id") ?? "problem");
  return { id, label, now: written(values.now), yours: written(values.yours) } satisfies Collision;
}

function optionIn(rest: string, value: string): string {
  const options = rest.slice(0, rest.indexOf("</select>")).matchAll(/<option\b[^>]*\svalue="([^"]*)"[^>]*>([^<]*)</g);
  for (const [, own = "", text = ""] of options) if (unescape(own) === value) return textOfMarkup(text);
  return value;
}

const maxValueLength = 300;

const short = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength - 1)}…` : value;
