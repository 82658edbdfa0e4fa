import { html } from "hono/html";

/** Result of `html`: escaped text. Views are synchronous, so it is never a promise. */
export type Markup = ReturnType<typeof html>;

/** Renders a view to text. Throws on a promise, which would be a bug in the view. */
export const render = (view: Markup): string => {
  if (view instanceof Promise) throw new TypeError("A view must not contain a promise");
  return view.toString();
};

/**
 * Fills the `{placeholders}` of a catalogue text. Strings are escaped when rendered, markup is kept. Throws on
 * unknown placeholders.
 */
export const fill = (template: string, values: Record<string, string | Markup>): Markup =>
  html`${template.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : valueOf(part, values)))}`;

/** Fills placeholders with plain text, for titles and attributes. */
export const fillPlain = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name, values));

const valueOf = <Value>(name: string, values: Record<string, Value>): Value => {
  const value = values[name];
  if (value === undefined) throw new TypeError(`The text has a placeholder {${name}} that the view does not fill`);
  return value;
};

/** A name from another party, isolated so that its writing direction cannot reorder the sentence (UAX #9). */
export const foreign = (name: string): Markup => html`<bdi class="foreign">${name}</bdi>`;

/** Renders \`backticks\` as code. */
export const withCode = (prose: string): Markup =>
  html`${prose.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
