import { html } from "hono/html";

/** What `html` gives: text that is escaped already. Views are synchronous, so it is never really a promise. */
export type Markup = ReturnType<typeof html>;

/** A view as text. A promise among its values is a mistake in the view, not something to wait for. */
export const render = (view: Markup): string => {
  if (view instanceof Promise) throw new TypeError("A view must not contain a promise");
  return view.toString();
};

/**
 * Puts values into the `{placeholders}` of a text of the catalogue. A string is escaped where the result is
 * rendered, markup stays markup; a text that names an unknown placeholder is refused.
 */
export const fill = (template: string, values: Record<string, string | Markup>): Markup =>
  html`${template.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : valueOf(part, values)))}`;

/** The same for places where no markup may stand: titles and attributes. */
export const fillPlain = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name, values));

const valueOf = <Value>(name: string, values: Record<string, Value>): Value => {
  const value = values[name];
  if (value === undefined) throw new TypeError(`The text has a placeholder {${name}} that the view does not fill`);
  return value;
};

/** A name that somebody else chose: isolated, so that its writing direction cannot reorder our sentence (UAX #9). */
export const foreign = (name: string): Markup => html`<bdi class="foreign">${name}</bdi>`;

/** Prose in which \`this\` is code. */
export const withCode = (prose: string): Markup =>
  html`${prose.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
