import { type Attributes, unescape } from "../../parts/parse-form.ts";

interface Labelled {
  tag: string;
  attributes: Attributes;
  /** Position of the tag, and the position after it. */
  start: number;
  end: number;
}

/** Returns the label of a field or of a group, as a rendered page has it. */
export function labelIn(inner: string, { tag, attributes, start, end }: Labelled): string {
  const type = attributes.get("type");
  if (tag === "fieldset") return textAfter(inner, end, "legend");
  if (type === "radio") return textAfter(inner, inner.lastIndexOf("<legend", start), "legend");
  if (type === "checkbox") return textAfter(inner, end, "span");
  const at = inner.indexOf(` for="${attributes.get("id") ?? ""}"`);
  if (at < 0) return unescape(attributes.get("aria-label") ?? "");
  return textAfter(inner, inner.lastIndexOf("<label", at), "label");
}

/** Returns the text of the first element with this tag from a position on. */
export function textAfter(inner: string, from: number, tag: string): string {
  const start = inner.indexOf(">", inner.indexOf(`<${tag}`, Math.max(from, 0))) + 1;
  return textOfMarkup(inner.slice(start, inner.indexOf(`</${tag}`, start)));
}

export const textOfMarkup = (markup: string): string =>
  unescape(markup.replaceAll(/<[^<>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
