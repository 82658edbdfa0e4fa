import { html, raw } from "hono/html";
import { lastOf } from "../../../docs/api/reference.ts";
import { limitsOf, merged, type Schema } from "../../../docs/api/schema.ts";
import { textFor } from "../../../text/catalogue.ts";
import { type Markup, withCode } from "../../parts/markup.ts";
import type { DocsPage } from "../layout.ts";

/** Nested objects are shown in place up to this depth. */
const maxDepth = 4;

/** Values above which a list is folded. */
const maxOpen = 8;

/** The fields of an object, or the type of another value. */
export const schemaFields = (page: DocsPage, schema: Schema, depth = 0): Markup => {
  const whole = merged(schema);
  if (!whole.properties) {
    return html`<p>${typeOf(page, whole)}</p>
      ${nested(page, whole, depth)}`;
  }
  const required = new Set(whole.required);
  return html`<ul class="fields">
    ${Object.entries(whole.properties).map(([name, field]) => fieldLine(page, { name, field, isRequired: required.has(name), depth }))}
  </ul>`;
};

interface Line {
  name: string;
  field: Schema;
  isRequired?: boolean;
  depth?: number;
}

/** A field or parameter: its name, type and meaning. */
export const fieldLine = (page: DocsPage, { name, field, isRequired = false, depth = 0 }: Line): Markup => {
  const { reference: text } = textFor(page.locale).docs;
  const whole = merged(field);
  return html`<li>
    <p>
      <code>${name}</code> <span class="soft">${typeOf(page, whole)}</span>
      ${isRequired && html`<span class="required">${text.required}</span>`}
    </p>
    ${whole.description !== undefined && html`<p lang="en">${withCode(whole.description)}</p>`} ${values(page, whole)}
    ${nested(page, whole, depth)}
  </li>`;
};

const valueText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

const values = (page: DocsPage, { enum: own, items }: Schema): Markup => {
  const list = (own ?? items?.enum ?? []).filter((value) => value !== null);
  if (list.length === 0) return raw("");
  const codes = html`${list.map((value, index) => html`${index === 0 ? "" : " "}<code>${valueText(value)}</code>`)}`;
  const { reference: text } = textFor(page.locale).docs;
  return list.length <= maxOpen
    ? html`<p class="values">${codes}</p>`
    : html`<details>
        <summary>${text.values} <span class="soft">(${list.length})</span></summary>
        <p class="values">${codes}</p>
      </details>`;
};

/** The fields of an object or of the items of a list, without a page of their own. */
const nested = (page: DocsPage, schema: Schema, depth: number): Markup => {
  const inner = merged(schema.items ?? schema);
  const options = (schema.oneOf ?? schema.anyOf ?? []).map(merged).filter(({ properties }) => properties);
  if (depth >= maxDepth) return raw("");
  if (inner.properties) return html`<div class="nested">${schemaFields(page, inner, depth + 1)}</div>`;
  return html`${options.map((option) => html`<div class="nested">${schemaFields(page, option, depth + 1)}</div>`)}`;
};

const typeOf = (page: DocsPage, schema: Schema): Markup => {
  const { reference: text } = textFor(page.locale).docs;
  const { $ref, nullable, items, oneOf, anyOf, type = "", format, properties } = schema;
  const name = lastOf($ref);
  const options = (oneOf ?? anyOf ?? []).filter((option) => Object.keys(option).some((key) => key !== "nullable"));
  const isNullable = nullable === true || (oneOf ?? []).some((option) => option.nullable === true);
  const suffix = isNullable ? html` ${text.nullable}` : "";
  if ($ref !== undefined) return html`<a href="/docs/api/schemas/${name}">${name}</a>${suffix}`;
  if (options.length > 0) {
    return html`<span lang="en"
        >${options.map((option, index) => html`${index === 0 ? "" : ", "}${typeOf(page, merged(option))}`)}</span
      >${suffix}`;
  }
  if (items) return html`<span lang="en">list of</span> ${typeOf(page, merged(items))}${suffix}`;
  const plain = properties ? "object" : format === undefined ? type : `${type} (${format})`;
  return html`<span lang="en">${[plain, limitsOf(schema)].filter(Boolean).join(", ")}</span>${suffix}`;
};
