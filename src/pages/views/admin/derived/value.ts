import { html } from "hono/html";

import { kindOfId } from "#domain/platform/ids.ts";
import { numberFormat } from "#lib/text/formats.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { parseTimestamp } from "#lib/time/timestamp.ts";
import { fromWire } from "#lib/wire/names.ts";

import type { Control, Field } from "../../../admin/derived/fields.ts";
import { isInMinutes, toMinutes } from "../../../admin/derived/minutes.ts";
import { textFor } from "../../../text/catalogue.ts";
import { fieldLabel, valueLabel } from "../../../text/fields/texts.ts";
import { shortDay, timestamp } from "../../parts/dates.ts";
import { badge } from "../../parts/badge.ts";
import { listEntry } from "../../parts/list-entry.ts";
import { foreign, type Markup } from "../../parts/markup.ts";
import type { PageContext } from "../../parts/page-context.ts";
import { sanitizedHtml } from "../../parts/sanitized-html.ts";
import { length, sum } from "../../public/formats.ts";

/** Names and addresses of the resources that values refer to. */
export interface Shown {
  page: PageContext;
  /** The context of the names of fields, by which their texts are found. */
  texts: string;
  labels: ReadonlyMap<string, string>;
  addressOf: (kind: string, id: string) => string | undefined;
  /** Sanitized HTML of Markdown, by the name of its field. */
  rendered?: ReadonlyMap<string, string>;
}

/** The parts of a value have its name as their context. */
const within = (shown: Shown, name: string): Shown => ({ ...shown, texts: `${shown.texts}.${fromWire(name)}` });

const maxListTextLength = 60;

/** Returns undefined for a value that says nothing. */
export function showValue(shown: Shown, { name, control }: Field, value: unknown, isShort = false): Markup | undefined {
  if (value === null || value === undefined || value === "") return undefined;
  const { locale } = shown.page;
  const written = textOf(value);
  switch (control.kind) {
    case "switch":
      return html`${textFor(locale).admin.derived.detail[value === true ? "yes" : "no"]}`;
    case "select":
      return selected(shown, name, written);
    case "several":
    case "lines":
      return showTexts(shown, name, control, value);
    case "time":
      return (isShort ? shortDay : timestamp)(shown.page, parseTimestamp(written));
    case "money":
      return showMoney(shown, value);
    case "number":
      return isInMinutes(name) ? html`${toMinutes(written)}` : showNumber(shown, name, Number(value));
    case "reference":
      return showReference(
        shown,
        control.among === undefined ? control.of : (kindOfId(written) ?? control.of),
        written,
      );
    case "references":
      return Array.isArray(value) && value.length > 0
        ? html`${value.map((id, index) => html`${index > 0 ? ", " : ""}${showReference(shown, control.of, String(id))}`)}`
        : undefined;
    case "pairs":
      return showPairs(value);
    case "group":
      return isShort
        ? showParts(within(shown, name), control.fields, value)
        : showGroup(within(shown, name), control.fields, value);
    case "variants":
      return showVariant(shown, name, control, value);
    case "rows":
      return showRows(shown, name, control, value, isShort);
    case "text":
      return control.type === "color" ? showColor(written) : showText(shown, name, control, written, isShort);
    case "json":
      return html`<pre class="source">${JSON.stringify(value, null, 2)}</pre>`;
    default:
      return showText(shown, name, control, written, isShort);
  }
}

/** A status has a badge. Other values are texts. */
function selected({ page, texts }: Shown, name: string, value: string): Markup {
  const label = valueLabel(page.locale, `${texts}.${fromWire(name)}`, value);
  return /(?:^|_)(?:status|state)$/.test(name) ? badge(value, label) : html`${label}`;
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

function showTexts(
  { page, texts: context }: Shown,
  name: string,
  { kind }: Control,
  value: unknown,
): Markup | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const texts = value.map((one) =>
    kind === "several" ? valueLabel(page.locale, `${context}.${fromWire(name)}`, String(one)) : String(one),
  );
  return html`${texts.join(" · ")}`;
}

function showMoney({ page }: Shown, value: unknown): Markup | undefined {
  const { amount, currency } = asRecord(value);
  return typeof amount === "number" && typeof currency === "string"
    ? html`<span class="figure">${sum(page.locale, { amount, currency })}</span>`
    : undefined;
}

function showNumber({ page }: Shown, name: string, value: number): Markup {
  if (name === "byte_size" || name.endsWith("_bytes"))
    return html`<span class="figure">${bytes(page.locale, value)}</span>`;
  const duration = name.endsWith("_seconds") ? length(page.locale, value) : undefined;
  return html`<span class="figure">${duration ?? numberFormat(page.locale, {}).format(value)}</span>`;
}

const steps = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

function bytes(locale: PageContext["locale"], value: number): string {
  const step = Math.min(steps.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, value)) / 3)));
  const unit = steps[step] ?? "byte";
  return numberFormat(locale, {
    style: "unit",
    unit,
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(value / 1000 ** step);
}

function showReference({ labels, addressOf }: Shown, kind: string, id: string): Markup {
  const address = addressOf(kind, id);
  const label = labels.get(id);
  const name = label === undefined ? html`<code>${id}</code>` : foreign(label);
  return address === undefined ? name : html`<a href="${address}">${name}</a>`;
}

function showPairs(value: unknown): Markup | undefined {
  const pairs = Object.entries(asRecord(value));
  if (pairs.length === 0) return undefined;
  return html`<ul class="plain">
    ${pairs.map(([key, one]) => html`<li>${key}: ${typeof one === "string" ? one : JSON.stringify(one)}</li>`)}
  </ul>`;
}

const partsOf = (shown: Shown, fields: readonly Field[], value: unknown) =>
  fields.flatMap((field) => {
    const part = field.name === "object" ? undefined : showValue(shown, field, asRecord(value)[field.name], true);
    return part === undefined ? [] : [{ field, part }];
  });

function showParts(shown: Shown, fields: readonly Field[], value: unknown): Markup | undefined {
  const parts = partsOf(shown, fields, value);
  return parts.length === 0
    ? undefined
    : html`${parts.map(({ part }, index) => html`${index > 0 ? " · " : ""}${part}`)}`;
}

function showGroup(shown: Shown, fields: readonly Field[], value: unknown): Markup | undefined {
  const { url, filename } = asRecord(value);
  const isFile = typeof url === "string" && typeof filename === "string";
  const shownFields = isFile ? fields.filter(({ name }) => name !== "url" && name !== "filename") : fields;
  const parts = partsOf(shown, shownFields, value);
  if (parts.length === 0) return undefined;
  return html`${isFile && html`<a href="${url}" rel="noreferrer">${foreign(filename)}</a>`}
    <dl class="parts">
      ${parts.map(({ field, part }) => listEntry(fieldLabel(shown.page.locale, `${shown.texts}.${fromWire(field.name)}`), part))}
    </dl>`;
}

function showVariant(
  shown: Shown,
  name: string,
  { discriminator, options }: Extract<Control, { kind: "variants" }>,
  value: unknown,
) {
  const variant = textOf(asRecord(value)[discriminator]);
  const parts = showParts(within(shown, name), options.get(variant) ?? [], value);
  const label = valueLabel(shown.page.locale, `${shown.texts}.${fromWire(name)}.${fromWire(discriminator)}`, variant);
  return html`${label}${parts !== undefined && html`: ${parts}`}`;
}

function showRows(
  shown: Shown,
  name: string,
  { element }: Extract<Control, { kind: "rows" }>,
  value: unknown,
  isShort: boolean,
) {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  if (isShort) return html`<span class="figure">${value.length}</span>`;
  const field = { name, control: element, isRequired: false, isNullable: false };
  return html`<ol class="plain">
    ${value.map((row) => html`<li>${showValue(shown, field, row, true) ?? "–"}</li>`)}
  </ol>`;
}

/** A sample of a color beside its value. */
const showColor = (color: string): Markup =>
  html`<span class="color-value"
    ><svg class="swatch" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" fill="${color}" /></svg
    >${color}</span
  >`;

function showText(
  { page, texts, rendered }: Shown,
  name: string,
  control: Control,
  text: string,
  isShort: boolean,
): Markup {
  const shown = isShort && text.length > maxListTextLength ? `${text.slice(0, maxListTextLength - 1)}…` : text;
  if (/^https?:\/\/\S+$/.test(text)) return html`<a href="${text}" rel="noreferrer">${shown}</a>`;
  if (isShort) return foreign(shown);
  if (control.kind === "text" && control.form === "markdown") {
    const result = rendered?.get(name);
    const label = fieldLabel(page.locale, `${texts}.${fromWire(name)}`);
    return html`<div
      class="written-text ${result === undefined ? "as-written" : "text rendered"} foreign"
      tabindex="0"
      role="group"
      aria-label="${label}"
    >
      ${result === undefined ? text : sanitizedHtml(result)}
    </div>`;
  }
  if (control.kind === "text" && control.form !== undefined) return html`<pre class="source">${text}</pre>`;
  return name.endsWith("_id") || name === "sha256"
    ? html`<code>${text}</code>`
    : html`<span class="written foreign">${text}</span>`;
}
