import { asRecord } from "#lib/json/is-record.ts";
import { digest } from "#lib/secrets/secret.ts";
import { isDate, timeOf } from "#lib/time/zoned-time.ts";
import { pointerOf } from "#lib/wire/pointer.ts";
import { minorUnits } from "../parts/minor-units.ts";
import type { Control, Field } from "./fields.ts";
import type { FormValues } from "./form-values.ts";
import { pairOfLine } from "./pair-lines.ts";
import { isFilled, rowsIn, tickedUnder } from "./form-index.ts";
import { fromMinutes, isInMinutes } from "./minutes.ts";

/**
 * Meaning of empty fields. `new`: as omitted, in a form for a new resource or for an action. `patch`: as removed, in
 * a form that changes a resource (RFC 7396).
 */
export type FormMode = "new" | "patch";

/** The input of an operation, as JSON, and the form fields that its parts were entered in, by JSON pointer. */
export interface ReadForm {
  wire: Readonly<Record<string, unknown>>;
  fieldAt: ReadonlyMap<string, string>;
  /** Form fields whose input is in another unit than the value: amounts of money, minutes. */
  converted: ReadonlySet<string>;
  /** Codes of texts that are no number of the kind that their form field takes. */
  misread: ReadonlyMap<string, Misread>;
  /** Codes of problems with values that no JSON can carry, by form field. */
  refused: ReadonlyMap<string, string>;
}

type Misread = "not_a_number" | "not_whole";

interface Reading {
  values: FormValues;
  timeZone: string;
  fieldAt: Map<string, string>;
  converted: Set<string>;
  misread: Map<string, Misread>;
  refused: Map<string, string>;
}

type Path = readonly (string | number)[];

/** Reads a form. Values that cannot be converted stay texts, for the operation to refuse. */
export function readForm(fields: readonly Field[], values: FormValues, timeZone: string, mode: FormMode): ReadForm {
  const places = {
    fieldAt: new Map(),
    converted: new Set<string>(),
    misread: new Map<string, Misread>(),
    refused: new Map(),
  };
  const wire = readFields({ values, timeZone, ...places }, fields, "", [], mode);
  return { wire, ...places };
}

function readFields(reading: Reading, fields: readonly Field[], prefix: string, path: Path, mode: FormMode) {
  const isPart = path.length > 0;
  const read: Record<string, unknown> = {};
  for (const field of fields) {
    const at = [...path, field.name];
    reading.fieldAt.set(pointerOf(at), prefix + field.name);
    const value = readControl(reading, field.control, prefix + field.name, at, mode);
    const isUnset = value === undefined || (mayBeUnset(field, mode) && isEmptyGroup(value));
    const kept = isUnset ? emptyOf(field, mode, isPart) : value;
    if (kept !== undefined) read[field.name] = kept;
  }
  return read;
}

/** Returns the value of an empty field. The operation refuses it if the field must not be empty. */
function emptyOf({ control, isNullable, isRequired }: Field, mode: FormMode, isPart: boolean): unknown {
  if (mode === "new") return undefined;
  if (isNullable || (isPart && !isRequired)) return null;
  if (control.kind === "text") return "";
  return control.kind === "lines" ||
    control.kind === "references" ||
    control.kind === "several" ||
    control.kind === "rows"
    ? []
    : control.kind === "pairs"
      ? {}
      : undefined;
}

/** Returns undefined if nothing is entered. */
function readControl(reading: Reading, control: Control, name: string, path: Path, mode: FormMode): unknown {
  const { values } = reading;
  const text = values.get(name) ?? "";
  switch (control.kind) {
    case "number":
      return text.trim() === "" ? undefined : readNumber(reading, control, name, text.trim());
    case "switch":
      return readSwitch(values.get(name), mode);
    case "several": {
      const ticked = control.values.filter((value) => values.get(`${name}.${value}`) === "on");
      return ticked.length === 0 ? undefined : ticked;
    }
    case "time":
      return readTime(reading, control, name, path);
    case "money":
      return readMoney(reading, name, path);
    case "lines":
      return linesOrNone(text);
    case "references":
      return linesOrNone([text, ...tickedUnder(values, name)].join("\n"));
    case "pairs":
      return readPairs(reading, name, control.isTyped);
    case "group":
      return readFields(reading, control.fields, `${name}.`, path, mode);
    case "variants":
      return readVariant(reading, control, name, path);
    case "rows":
      return readRows(reading, control, name, path);
    case "json":
      return text.trim() === "" ? undefined : jsonOr(text);
    case "select":
      // A field that can only be true: lifetime access.
      if (text.trim() === "true" && control.values.length === 1) return true;
      return text.trim() === "" ? undefined : text.trim();
    case "reference":
      return text.trim() === "" ? undefined : text.trim();
    case "text":
      return text === "" ? undefined : text;
  }
}

/** A group that a change must keep has its parts removed one by one. */
const mayBeUnset = ({ control, isNullable }: Field, mode: FormMode): boolean =>
  control.kind === "group" && (mode === "new" || isNullable);

const isEmptyGroup = (value: unknown): boolean => Object.values(asRecord(value)).every(isEmpty);

const isEmpty = (value: unknown): boolean => value === null || value === false || value === "" || isEmptyList(value);

const isEmptyList = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length === 0
    : typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** A form for a new resource leaves the choice to the server, if nothing is chosen. */
function readSwitch(value: string | undefined, mode: FormMode): boolean | undefined {
  if (value === "on") return true;
  return value === "off" || mode === "patch" ? false : undefined;
}

function readNumber(
  { converted, misread }: Reading,
  { isInteger }: Extract<Control, { kind: "number" }>,
  name: string,
  entered: string,
): number | string {
  if (isInMinutes(name)) converted.add(name);
  const text = isInMinutes(name) ? fromMinutes(entered) : entered;
  const value = /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text;
  if (isInteger && !Number.isInteger(value)) misread.set(name, "not_whole");
  else if (typeof value === "string") misread.set(name, "not_a_number");
  return value;
}

function linesOrNone(text: string): string[] | undefined {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length === 0 ? undefined : lines;
}

/** Schemas leave out the key `__proto__` without a word. */
function readPairs({ values, refused }: Reading, name: string, isTyped: boolean): Record<string, unknown> | undefined {
  const pairs = (linesOrNone(values.get(name) ?? "") ?? []).map((line) => pairOfLine(line, isTyped));
  if (pairs.some(([key]) => key === "__proto__")) refused.set(name, "invalid_key");
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function readTime(
  { values, timeZone, fieldAt }: Reading,
  { edge }: Extract<Control, { kind: "time" }>,
  name: string,
  path: Path,
) {
  const date = values.get(`${name}.date`)?.trim() ?? "";
  const time = values.get(`${name}.time`)?.trim() ?? "";
  fieldAt.set(pointerOf(path), `${name}.date`);
  if (date === "" && time === "") return undefined;
  if (time === "" && edge !== undefined) return date;
  const clock = /^(\d\d):(\d\d)(?::(\d\d(?:\.\d{1,3})?))?$/.exec(time === "" ? "00:00" : time);
  const [, hours, minutes, seconds = "0"] = clock ?? [];
  if (!isDate(date) || hours === undefined) return `${date}T${time}`;
  const minute = timeOf(timeZone, date, Number(hours) * 60 + Number(minutes));
  return new Date(minute.getTime() + Math.round(Number(seconds) * 1000)).toISOString();
}

function readMoney({ values, fieldAt, converted, misread }: Reading, name: string, path: Path): unknown {
  const amount = values.get(`${name}.amount`)?.trim() ?? "";
  const currency = values.get(`${name}.currency`) ?? "";
  for (const part of ["amount", "currency"]) fieldAt.set(pointerOf([...path, part]), `${name}.${part}`);
  fieldAt.set(pointerOf(path), `${name}.amount`);
  converted.add(`${name}.amount`);
  if (amount === "") return undefined;
  const units = /^[A-Z]{3}$/.test(currency) ? minorUnits(amount, currency) : Number.NaN;
  if (Number.isNaN(units)) misread.set(`${name}.amount`, "not_a_number");
  return { amount: Number.isNaN(units) ? amount : units, currency };
}

function readVariant(
  reading: Reading,
  { discriminator, options }: Extract<Control, { kind: "variants" }>,
  name: string,
  path: Path,
) {
  const variant = reading.values.get(`${name}.${discriminator}`) ?? "";
  reading.fieldAt.set(pointerOf([...path, discriminator]), `${name}.${discriminator}`);
  if (variant === "") return undefined;
  const parts = readFields(reading, options.get(variant) ?? [], `${name}.${variant}.`, path, "new");
  return { [discriminator]: variant, ...parts };
}

/** Rows without content, and those to remove, are left out. */
function readRows(reading: Reading, { element }: Extract<Control, { kind: "rows" }>, name: string, path: Path) {
  const { values, fieldAt } = reading;
  const rows = rowsIn(values, name)
    .filter((index) => values.get(`${name}.${index}.remove`) !== "on" && isFilled(values, `${name}.${index}`))
    .map((index) => ({ index, position: Number(values.get(`${name}.${index}.place`)) || index + 1 }))
    .sort((one, other) => one.position - other.position);
  const read = rows.map(({ index }, position) => {
    const at = [...path, position];
    fieldAt.set(pointerOf(at), `${name}.${index}`);
    return withSwitchesOff(element, readControl(reading, element, `${name}.${index}`, at, "new") ?? {});
  });
  return read.length === 0 ? undefined : read;
}

/** Switches of a row are check boxes. */
function withSwitchesOff(element: Control, row: unknown): unknown {
  if (element.kind !== "group" || typeof row !== "object" || row === null) return row;
  const off = element.fields.filter(({ control }) => control.kind === "switch").map(({ name }) => [name, false]);
  return { ...Object.fromEntries(off), ...row };
}

/** Returns a digest of the value of one field, to detect changes of it later. */
export const digestOf = (value: unknown): string =>
  digest(JSON.stringify(value ?? null))
    .toString("base64url")
    .slice(0, 12);
