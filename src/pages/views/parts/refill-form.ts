import { html } from "hono/html";
import { locales } from "#domain/platform/site/locales.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { textFor } from "../../text/catalogue.ts";
import { problem } from "./fields.ts";
import { type Markup, render } from "./markup.ts";
import {
  type Attributes,
  attributesOf,
  element,
  formsIn,
  hiddenFieldsIn,
  nameOf,
  neverFilled,
  type RenderedForm,
  unescape,
} from "./parse-form.ts";

/** Submitted fields by name. */
type Typed = ReadonlyMap<string, FormFields>;

/**
 * Fills the form of a page that posts to `action` with submitted values, and reports that the page had expired: above
 * the fields, or above the content if there is nothing to fill. The form keeps the token of the page. Passwords and
 * files stay empty. Parses only pages of these views, whose attributes and texts are escaped.
 */
export function refillForm(page: string, action: string, fields: FormFields): string {
  const typed = Map.groupBy(fields, ([name]) => name);
  const text = textFor(localeOf(page)).signUp.problem;
  const form = findForm(page, action, typed);
  if (!form) {
    const alert = render(problem("problem", text.session_expired));
    return page.replace(/<main\b[^>]*>/, (main) => `${main}${alert}`);
  }
  const hasFiles = /<input\b[^>]*\stype="file"/.test(form.inner);
  const message = hasFiles ? `${text.session_expired} ${text.files_again}` : text.session_expired;
  return fillForm(page, form, typed, problem("problem", message), ofTheSubmitted);
}

/** Hidden fields describe the current page, except those that detect changes since the values were typed. */
const ofTheSubmitted: ReadonlySet<string> = new Set(["version", "shown", "revision"]);

/** Fills a form of a page with values, below an alert. Its hidden fields stay as they are. */
export const fillFormOf = (page: string, form: RenderedForm, fields: FormFields, alert: Markup): string =>
  fillForm(
    page,
    form,
    Map.groupBy(fields, ([name]) => name),
    alert,
    new Set(),
  );

function fillForm(
  page: string,
  { start, end, inner }: RenderedForm,
  typed: Typed,
  alert: Markup,
  filledHidden: ReadonlySet<string>,
): string {
  const filled = refill(inner, typed, filledHidden);
  return `${withOpenDetails(page.slice(0, start))}${render(alert)}${filled}${page.slice(end)}`;
}

/** Opens the disclosures that a page ends in, so that the form after it is visible. */
function withOpenDetails(page: string): string {
  const enclosing: RegExpExecArray[] = [];
  for (const tag of page.matchAll(/<\/?details\b[^>]*>/g)) {
    if (tag[0].startsWith("</")) enclosing.pop();
    else enclosing.push(tag);
  }
  return enclosing.reduceRight(
    (text, { index, 0: tag }) => text.slice(0, index) + withAttribute(tag, "open", "") + text.slice(index + tag.length),
    page,
  );
}

export const localeOf = (page: string) => {
  const [, language] = /<html lang="([^"]*)"/.exec(page) ?? [];
  return locales.find((locale) => locale === language) ?? "en";
};

/** Returns the form with most of the submitted fields, because a page can have several forms with one action. */
function findForm(page: string, action: string, typed: Typed): RenderedForm | undefined {
  let found: (RenderedForm & { matchingFields: number }) | undefined;
  for (const form of formsIn(page)) {
    if (form.action !== action || !isFillable(form.inner)) continue;
    const names = new Set([...form.inner.matchAll(element)].map(([, , rest = ""]) => nameOf(rest)));
    const matchingFields = [...names].filter((name) => typed.has(name)).length;
    if (!found || matchingFields > found.matchingFields) found = { ...form, matchingFields };
  }
  return found;
}

const isFillable = (inner: string): boolean =>
  [...inner.matchAll(element)].some(
    ([, name, rest = ""]) => name !== "button" && (name !== "input" || attributesOf(rest).get("type") !== "hidden"),
  );

function refill(inner: string, typed: Typed, filledHidden: ReadonlySet<string>): string {
  const isLater = isLaterDraft(inner, typed);
  return inner
    .replaceAll(element, (tag: string, name: string, rest: string) =>
      name === "input" && !(isLater && nameOf(rest).startsWith("keep."))
        ? refillInput(tag, attributesOf(rest), typed, filledHidden)
        : tag,
    )
    .replaceAll(/(<textarea\b[^>]*>)([^<]*)(<\/textarea>)/g, (whole, open: string, _text, close: string) => {
      const value = valueOf(typed, nameOf(open));
      // HTML parsers drop the first line break (HTML §13.1.2.5).
      return value === undefined ? whole : `${open}\n${escape(value)}${close}`;
    })
    .replaceAll(/(<select\b[^>]*>)([^]*?)(<\/select>)/g, (whole, open: string, options: string, close: string) => {
      const value = valueOf(typed, nameOf(open));
      return value === undefined ? whole : `${open}${select(options, value)}${close}`;
    });
}

/**
 * True if a draft was saved after the form was shown. The form says nothing about its files then, and a cleared box would
 * delete them.
 */
function isLaterDraft(inner: string, typed: Typed): boolean {
  const revision = hiddenFieldsIn(inner).get("revision");
  return revision !== undefined && revision !== valueOf(typed, "revision");
}

const valueOf = (typed: Typed, name: string): string | undefined => typed.get(name)?.[0]?.[1];

function refillInput(tag: string, attributes: Attributes, typed: Typed, filledHidden: ReadonlySet<string>): string {
  const name = unescape(attributes.get("name") ?? "");
  const type = attributes.get("type") ?? "text";
  // The person enters it again: the summary of problems has a link to it.
  if (name !== "" && type !== "submit" && neverFilled.has(type)) return withAttribute(tag, "data-again", "");
  if (name === "" || neverFilled.has(type) || (type === "hidden" && !filledHidden.has(name))) return tag;
  if (type === "checkbox" || type === "radio") {
    const value = unescape(attributes.get("value") ?? "on");
    const isChecked = (typed.get(name) ?? []).some(([, each]) => each === value);
    return withAttribute(tag, "checked", isChecked ? "" : undefined);
  }
  const value = valueOf(typed, name);
  return value === undefined ? tag : withAttribute(tag, "value", value);
}

const select = (options: string, value: string): string =>
  options.replaceAll(/<option\b[^>]*>/g, (option) =>
    withAttribute(option, "selected", unescape(attributesOf(option).get("value") ?? "") === value ? "" : undefined),
  );

/** Sets an attribute of a tag. Undefined removes it. */
export function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}(?:="[^"]*")?(?=[\\s/>])`), "");
  if (value === undefined) return without;
  return without.replace(/(?<!\s)\s*\/?>$/, (end) => ` ${name}="${escape(value)}"${end}`);
}

const escape = (text: string): string => render(html`${text}`);
