import { html } from "hono/html";
import { locales } from "#domain/platform/site/locales.ts";
import type { FormFields } from "#lib/form-fields.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { textFor } from "../../text/catalogue.ts";
import { problem } from "./fields.ts";
import { render } from "./markup.ts";

/** Attributes as views render them: in double quotes, or without a value. */
const attribute = /\s([\w-]+)(?:="([^"]*)")?/g;
const element = /<(input|textarea|select|button)\b((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;

type Attributes = Map<string, string | undefined>;
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
  const { start, end, inner } = form;
  const hasFiles = /<input\b[^>]*\stype="file"/.test(inner);
  const said = hasFiles ? `${text.session_expired} ${text.files_again}` : text.session_expired;
  return `${withOpenDetails(page.slice(0, start))}${render(problem("problem", said))}${refill(inner, typed)}${page.slice(end)}`;
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

const localeOf = (page: string) => {
  const [, language] = /<html lang="([^"]*)"/.exec(page) ?? [];
  return locales.find((locale) => locale === language) ?? "en";
};

interface FoundForm {
  start: number;
  end: number;
  /** The HTML between its tags. */
  inner: string;
}

/** Returns the form with most of the submitted fields, because a page can have several forms with one action. */
function findForm(page: string, action: string, typed: Typed): FoundForm | undefined {
  let found: (FoundForm & { known: number }) | undefined;
  for (const { index, 0: tag } of page.matchAll(/<form\b[^>]*>/g)) {
    // Actions can have a fragment, which browsers do not send.
    if (unescape(attributesOf(tag).get("action") ?? "").split("#", 1)[0] !== action) continue;
    const start = index + tag.length;
    const end = page.indexOf("</form>", start);
    const inner = page.slice(start, end);
    if (!isFillable(inner)) continue;
    const names = new Set([...inner.matchAll(element)].map(([, , rest = ""]) => nameOf(rest)));
    const known = [...names].filter((name) => typed.has(name)).length;
    if (!found || known > found.known) found = { start, end, inner, known };
  }
  return found;
}

const isFillable = (inner: string): boolean =>
  [...inner.matchAll(element)].some(
    ([, name, rest = ""]) => name !== "button" && (name !== "input" || attributesOf(rest).get("type") !== "hidden"),
  );

function refill(inner: string, typed: Typed): string {
  return inner
    .replaceAll(element, (tag: string, name: string, rest: string) =>
      name === "input" ? refillInput(tag, attributesOf(rest), typed) : tag,
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

const valueOf = (typed: Typed, name: string): string | undefined => typed.get(name)?.[0]?.[1];

const neverFilled = new Set(["password", "file", "submit"]);

function refillInput(tag: string, attributes: Attributes, typed: Typed): string {
  const name = unescape(attributes.get("name") ?? "");
  const type = attributes.get("type") ?? "text";
  // Hidden fields describe the current page, except the version, which detects changes since the values were typed.
  if (name === "" || neverFilled.has(type) || (type === "hidden" && name !== "version")) return tag;
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
function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}(?:="[^"]*")?(?=[\\s/>])`), "");
  if (value === undefined) return without;
  return without.replace(/(?<!\s)\s*\/?>$/, (end) => ` ${name}="${escape(value)}"${end}`);
}

const nameOf = (attributes: string): string => unescape(attributesOf(attributes).get("name") ?? "");

const attributesOf = (tag: string): Attributes =>
  new Map([...tag.matchAll(attribute)].map(([, name = "", value]) => [name, value]));

const escape = (text: string): string => render(html`${text}`);

/** Reverses the escaping of views. */
const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) =>
    isFieldOf(characters, entity) ? characters[entity] : entity,
  );
const characters = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
