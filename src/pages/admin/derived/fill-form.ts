import type { FormValues } from "./form-values.ts";
import { decimalAmount } from "#lib/text/format-money.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { parseTimestamp } from "#lib/time/timestamp.ts";
import { writtenIn } from "#lib/time/zoned-time.ts";
import { type Control, type Field, isLong } from "./fields.ts";
import { isInMinutes, toMinutes } from "./minutes.ts";
import { blankRows } from "./form-index.ts";
import { lineOfPair } from "./pair-lines.ts";

type Put = (name: string, value: string) => void;

/** Returns the values of a form that shows a resource, as its JSON has them. */
export function formValuesOf(fields: readonly Field[], wire: object, timeZone: string): FormValues {
  const values = new Map<string, string>();
  const put: Put = (name, value) => values.set(name, value);
  fillFields(fields, "", wire, put, timeZone);
  return values;
}

function fillFields(fields: readonly Field[], prefix: string, value: object, put: Put, timeZone: string): void {
  const record = asRecord(value);
  for (const { name, control } of fields) fill(control, prefix + name, record[name], put, timeZone);
}

function fill(control: Control, name: string, value: unknown, put: Put, timeZone: string): void {
  switch (control.kind) {
    case "switch":
      return value === undefined ? undefined : put(name, value === true ? "on" : "off");
    case "several":
      for (const one of textsIn(value)) put(`${name}.${one}`, "on");
      return undefined;
    case "time":
      return fillTime(control, name, value, put, timeZone);
    case "money":
      return fillMoney(name, value, put);
    case "lines":
    case "references":
      return put(name, textsIn(value).join("\n"));
    case "pairs":
      return put(name, linesOfPairs(value, control.isTyped));
    case "group":
      return fillFields(control.fields, `${name}.`, asRecord(value), put, timeZone);
    case "variants": {
      const variant = textOf(asRecord(value)[control.discriminator]);
      put(`${name}.${control.discriminator}`, variant);
      return fillFields(control.options.get(variant) ?? [], `${name}.${variant}.`, asRecord(value), put, timeZone);
    }
    case "rows": {
      const items = Array.isArray(value) ? value : [];
      put(`${name}.count`, String(Math.min(items.length + blankRows, control.maxItems ?? Infinity)));
      for (const [index, item] of items.entries()) fill(control.element, `${name}.${index}`, item, put, timeZone);
      return undefined;
    }
    case "json":
      return put(name, value === undefined || value === null ? "" : JSON.stringify(value, null, 2));
    case "number":
      return put(name, isInMinutes(name) ? toMinutes(textOf(value)) : textOf(value));
    case "text":
      return put(name, withLineBreaks(textOf(value), isLong(name.slice(name.lastIndexOf(".") + 1), control)));
    case "reference":
    case "select":
      return put(name, textOf(value));
  }
}

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** Browsers normalize line breaks in text areas, and drop them in other fields (HTML §4.10.11, §4.10.5.1.2). */
const withLineBreaks = (text: string, hasLines: boolean): string =>
  hasLines ? text.replaceAll(/\r\n?/g, "\n") : text.replaceAll(/[\r\n]/g, "");

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf) : []);

/** The end of a day, as the server reads a date. */
const lastOfDay = /:59\.999Z$/;

/** Seconds and milliseconds, unless they are zero: a change of another part of a group keeps them. */
const secondsOf = (instant: Date): string =>
  instant
    .toISOString()
    .slice(16, 23)
    .replace(/\.000$/, "")
    .replace(/^:00$/, "");

function fillTime(
  { edge }: Extract<Control, { kind: "time" }>,
  name: string,
  value: unknown,
  put: Put,
  timeZone: string,
): void {
  if (typeof value !== "string" || value === "") return;
  const instant = parseTimestamp(value);
  const [date = "", time = ""] = writtenIn(timeZone, instant).slice(0, 16).split("T");
  const seconds = secondsOf(instant);
  const isWholeDay = edge === "start" ? time === "00:00" && seconds === "" : time === "23:59" && lastOfDay.test(value);
  put(`${name}.date`, date);
  put(`${name}.time`, edge !== undefined && isWholeDay ? "" : time + seconds);
}

function fillMoney(name: string, value: unknown, put: Put): void {
  const { amount, currency } = asRecord(value);
  if (typeof amount !== "number" || typeof currency !== "string") return;
  put(`${name}.amount`, decimalAmount({ amount, currency }));
  put(`${name}.currency`, currency);
}

const linesOfPairs = (value: unknown, isTyped: boolean): string =>
  Object.entries(asRecord(value))
    .map(([key, one]) => lineOfPair(key, one, isTyped))
    .join("\n");
