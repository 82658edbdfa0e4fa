import { locales } from "#domain/site/sites/locales.ts";
import { textFor } from "../text/catalogue.ts";
import { problem } from "./fields.ts";
import { render } from "./markup.ts";

/** Attributes as views render them: in double quotes, or without a value. */
const attribute = /\s([\w-]+)(?:="([^"]*)")?/g;
const element = /<(input|textarea|select|button)\b((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;

type Attributes = Map<string, string | undefined>;

/**
 * Fills the form of a page that posts to `action` with submitted values, and reports that the page had expired: above
 * the fields, or above the content if there is nothing to fill. The form keeps the token of the page. Passwords and
 * files stay empty. Parses only pages of these views, whose attributes and texts are escaped.
 */
export function refillForm(page: string, action: string, typed: URLSearchParams): string {
  const text = textFor(localeOf(page)).gettingIn.problem;
  const form = findForm(page, action, typed);
  if (!form) {
    const alert = render(problem("problem", text.session_expired));
    return page.replace(/<main\b[^>]*>/, (main) => `${main}${alert}`);
  }
  const { start, end, fields } = form;
  const hasFiles = /<input\b[^>]*\stype="file"/.test(fields);
  const said = hasFiles ? `${text.session_expired} ${text.files_again}` : text.session_expired;
  return `${page.slice(0, start)}${render(problem("problem", said))}${refill(fields, typed)}${page.slice(end)}`;
}

const localeOf = (page: string) => {
  const [, language] = /<html lang="([^"]*)"/.exec(page) ?? [];
  return locales.find((locale) => locale === language) ?? "en";
};

interface FoundForm {
  start: number;
  end: number;
  fields: string;
}

/** Returns the form with most of the submitted fields, because a page can have several forms with one action. */
function findForm(page: string, action: string, typed: URLSearchParams): FoundForm | undefined {
  let found: (FoundForm & { known: number }) | undefined;
  for (const { index, 0: tag } of page.matchAll(/<form\b[^>]*>/g)) {
    // Actions can have a fragment, which browsers do not send.
    if (unescape(attributesOf(tag).get("action") ?? "").split("#", 1)[0] !== action) continue;
    const start = index + tag.length;
    const end = page.indexOf("</form>", start);
    const fields = page.slice(start, end);
    if (!isFillable(fields)) continue;
    const names = new Set([...fields.matchAll(element)].map(([, , rest]) => nameOf(rest!)));
    const known = [...new Set(typed.keys())].filter((name) => names.has(name)).length;
    if (!found || known > found.known) found = { start, end, fields, known };
  }
  return found;
}

const isFillable = (fields: string): boolean =>
  [...fields.matchAll(element)].some(
    ([, name, rest]) => name !== "button" && (name !== "input" || attributesOf(rest!).get("type") !== "hidden"),
  );

function refill(fields: string, typed: URLSearchParams): string {
  return fields
    .replaceAll(element, (tag: string, name: string, rest: string) =>
      name === "input" ? refillInput(tag, attributesOf(rest), typed) : tag,
    )
    .replaceAll(/(<textarea\b[^>]*>)([^<]*)(<\/textarea>)/g, (whole, open: string, _text, close: string) => {
      const value = typed.get(nameOf(open));
      // HTML parsers drop the first line break (HTML §13.1.2.5).
      return value === null ? whole : `${open}\n${escape(value)}${close}`;
    })
    .replaceAll(/(<select\b[^>]*>)([^]*?)(<\/select>)/g, (whole, open: string, options: string, close: string) => {
      const value = typed.get(nameOf(open));
      return value === null ? whole : `${open}${select(options, value)}${close}`;
    });
}

const neverFilled = new Set(["password", "file", "submit"]);

function refillInput(tag: string, attributes: Attributes, typed: URLSearchParams): string {
  const name = unescape(attributes.get("name") ?? "");
  const type = attributes.get("type") ?? "text";
  // Hidden fields describe the current page, except the version, which detects changes since the values were typed.
  if (name === "" || neverFilled.has(type) || (type === "hidden" && name !== "version")) return tag;
  if (type === "checkbox" || type === "radio") {
    const value = unescape(attributes.get("value") ?? "on");
    return withAttribute(tag, "checked", typed.getAll(name).includes(value) ? "" : undefined);
  }
  const value = typed.get(name);
  return value === null ? tag : withAttribute(tag, "value", value);
}

const select = (options: string, value: string): string =>
  options.replaceAll(/<option\b[^>]*>/g, (option) =>
    withAttribute(option, "selected", unescape(attributesOf(option).get("value") ?? "") === value ? "" : undefined),
  );

/** Sets an attribute of a tag. Undefined removes it. */
function withAttribute(tag: string, name: string, value: string | undefined): string {
  const without = tag.replace(new RegExp(`\\s${name}(?:="[^"]*")?(?=[\\s/>])`), "");
  if (value === undefined) return without;
  return without.replace(/\s*\/?>$/, (end) => ` ${name}="${escape(value)}"${end}`);
}

const nameOf = (attributes: string): string => unescape(attributesOf(attributes).get("name") ?? "");

const attributesOf = (tag: string): Attributes =>
  new Map([...tag.matchAll(attribute)].map(([, name, value]) => [name!, value]));

const entities: Record<string, string> = { "&": "&amp;", '"': "&quot;", "'": "&#39;", "<": "&lt;", ">": "&gt;" };
const escape = (text: string): string => text.replaceAll(/[&"'<>]/g, (character) => entities[character]!);
const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) =>
    Object.keys(entities).find((key) => entities[key] === entity)!,
  );
