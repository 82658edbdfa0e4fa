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
  const label = inner.lastIndexOf("<label", at);
  const text = textAfter(inner, label, "label");
  const group = isPart(inner, label) ? textAfter(inner, inner.lastIndexOf("<legend", label), "legend") : "";
  return group === "" ? text : `${group}: ${text}`;
}

/** True for the label of one part of a field, such as the date of a time: only the legend names the field. */
const isPart = (inner: string, label: number): boolean =>
  /<span class="part"\s*>$/.test(inner.slice(Math.max(label - 100, 0), label)) &&
  inner.lastIndexOf("<fieldset", label) > inner.lastIndexOf("</fieldset>", label);

/** Returns the text of the first element with this tag from a position on. */
export function textAfter(inner: string, from: number, tag: string): string {
  const start = inner.indexOf(">", inner.indexOf(`<${tag}`, Math.max(from, 0))) + 1;
  return textOfMarkup(inner.slice(start, inner.indexOf(`</${tag}`, start)));
}

export const textOfMarkup = (markup: string): string =>
  unescape(markup.replaceAll(/<[^<>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
