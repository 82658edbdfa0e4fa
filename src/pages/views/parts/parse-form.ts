import { isFieldOf } from "#lib/json/typed-object.ts";

/** Attributes as views render them: in double quotes, or without a value. */
const attribute = /\s([\w-]+)(?:="([^"]*)")?/g;
export const element = /<(input|textarea|select|button)\b((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/g;

export type Attributes = Map<string, string | undefined>;

/** A form of a rendered page. Only pages of these views can be parsed: their attributes and texts are escaped. */
export interface RenderedForm {
  /** Position of its content in the page. */
  start: number;
  end: number;
  /** The HTML between its tags. */
  inner: string;
  method: string;
  /** Without a fragment, which browsers do not send. */
  action: string;
}

/** Returns the forms of a page. */
export const formsIn = (page: string): RenderedForm[] =>
  [...page.matchAll(/<form\b[^>]*>/g)].map(({ index, 0: tag }) => {
    const attributes = attributesOf(tag);
    const [action = ""] = unescape(attributes.get("action") ?? "").split("#", 1);
    const start = index + tag.length;
    const end = page.indexOf("</form>", start);
    return { start, end, inner: page.slice(start, end), method: attributes.get("method") ?? "get", action };
  });

/** Types of inputs whose values a page never contains. */
export const neverFilled: ReadonlySet<string> = new Set(["password", "file", "submit"]);

/** Returns the values of the hidden fields of a form. */
export const hiddenFieldsIn = (inner: string): Map<string, string> =>
  new Map(
    elementsIn(inner)
      .filter(({ tag, attributes }) => tag === "input" && attributes.get("type") === "hidden")
      .map(({ name, attributes }) => [name, unescape(attributes.get("value") ?? "")]),
  );

/**
 * Returns the values of the fields that a person can change, as a browser sends them unchanged. Check boxes and radio
 * buttons that are not chosen, like empty fields, have an empty value.
 */
export function valuesIn(inner: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const { tag, name, attributes, end } of elementsIn(inner)) {
    const type = attributes.get("type") ?? "text";
    if (name === "" || tag === "button" || type === "hidden" || neverFilled.has(type)) continue;
    if (tag === "input" && (type === "checkbox" || type === "radio")) {
      const isChosen = attributes.has("checked");
      if (isChosen || !values.has(name)) {
        values.set(name, isChosen ? unescape(attributes.get("value") ?? "on") : "");
      }
    } else if (tag === "input") {
      values.set(name, unescape(attributes.get("value") ?? ""));
    } else {
      const content = inner.slice(end, inner.indexOf(`</${tag}>`, end));
      values.set(name, tag === "textarea" ? textOf(content) : selectedIn(content));
    }
  }
  return values;
}

/** Returns the names of the check boxes of a form. */
export const switchesIn = (inner: string): ReadonlySet<string> =>
  new Set(
    elementsIn(inner)
      .filter(({ tag, attributes }) => tag === "input" && attributes.get("type") === "checkbox")
      .map(({ name }) => name),
  );

/** HTML parsers drop the first line break (HTML §13.1.2.5). */
const textOf = (content: string): string =>
  unescape(content)
    .replace(/^\r?\n/, "")
    .replaceAll("\r\n", "\n");

/** Browsers select the first option if none is selected. */
function selectedIn(content: string): string {
  const options = [...content.matchAll(/<option\b[^>]*>/g)].map(([tag]) => attributesOf(tag));
  const selected = options.find((option) => option.has("selected")) ?? options[0];
  return unescape(selected?.get("value") ?? "");
}

export interface FormElement {
  tag: string;
  name: string;
  attributes: Attributes;
  /** Position of the tag, and the position after it. */
  start: number;
  end: number;
}

/** Returns the fields and buttons of a form in their order. */
export const elementsIn = (inner: string): FormElement[] =>
  [...inner.matchAll(element)].map(({ index, 0: whole, 1: tag = "", 2: rest = "" }) => ({
    tag,
    name: nameOf(rest),
    attributes: attributesOf(rest),
    start: index,
    end: index + whole.length,
  }));

export const nameOf = (attributes: string): string => unescape(attributesOf(attributes).get("name") ?? "");

export const attributesOf = (tag: string): Attributes =>
  new Map([...tag.matchAll(attribute)].map(([, name = "", value]) => [name, value]));

/** Reverses the escaping of views. */
export const unescape = (text: string): string =>
  text.replaceAll(/&(?:amp|quot|#39|lt|gt);/g, (entity) =>
    isFieldOf(characters, entity) ? characters[entity] : entity,
  );
const characters = { "&amp;": "&", "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">" };
