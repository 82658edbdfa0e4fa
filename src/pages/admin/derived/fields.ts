import type * as z from "zod";
import { type IdKind, kindOfExample } from "#domain/platform/ids.ts";
import { formOf } from "#domain/platform/texts/text-fields.ts";
import { isTimeZone } from "#lib/text/formats.ts";
import { dateInputOf } from "#lib/wire/date-input.ts";
import { definitionOf } from "#lib/wire/definition.ts";
import { limitsOf } from "#lib/wire/limits.ts";
import { toWire } from "#lib/wire/names.ts";
import { bare, nodeOf } from "#lib/wire/schema-node.ts";

/** A field of a form or of a resource, read from the schema of an operation. Names are those on the wire. */
export interface Field {
  name: string;
  control: Control;
  /** An input without it is refused. */
  isRequired: boolean;
  isNullable: boolean;
  /** The value of a choice that an input leaves out, as a form has it, if the schema declares it. */
  standard?: string;
}

/** A way to enter and show a value. `type`: a text that people choose rather than type. */
export type Control =
  | { kind: "text"; maxLength: number | undefined; form?: "markdown" | "html"; type?: TextType }
  | { kind: "number"; isInteger: boolean; min: number | undefined; max: number | undefined }
  | { kind: "switch" }
  | { kind: "select"; values: readonly string[] }
  | { kind: "several"; values: readonly string[] }
  /** An instant. `edge`: a day without a time is accepted too, for its start or end. */
  | { kind: "time"; edge: "start" | "end" | undefined }
  | { kind: "money" }
  /** `shownAs`: a file that pages show as an image, or play. `among`: a resource of one of several kinds. */
  | { kind: "reference"; of: IdKind; shownAs?: FileUse; among?: readonly IdKind[] }
  | { kind: "references"; of: IdKind }
  | { kind: "lines" }
  /** Keys with values. `isTyped`: numbers and truth values are not texts. */
  | { kind: "pairs"; isTyped: boolean }
  | { kind: "group"; fields: readonly Field[] }
  | { kind: "variants"; discriminator: string; options: ReadonlyMap<string, readonly Field[]> }
  | { kind: "rows"; element: Control; maxItems: number | undefined }
  /** A value of any shape, as JSON. */
  | { kind: "json" };

/** Texts that people choose rather than type. */
type TextType = "color" | "timeZone" | "date";

/** Uses of a file by pages, which limit the choices. */
export type FileUse = "image" | "media";

/** The choices that a relation offers: of one kind, of several, or files of one use. */
export const choicesKey = ({ of, shownAs, among }: Extract<Control, { kind: "reference" }>): string =>
  shownAs ?? (among === undefined ? of : among.join(" "));

const minLengthOfLongText = 300;

/** True if a text has several lines: its control is a text area. */
export const isLong = (name: string, { maxLength, form }: Extract<Control, { kind: "text" }>): boolean =>
  form !== undefined ||
  (maxLength !== undefined && maxLength > minLengthOfLongText && !/(url|uri|href|link|path|to|from)$/.test(name));

/** Deeper values are entered as JSON: no form shows them well. */
const maxDepth = 5;

/** Returns the fields of an object schema. They are read once per schema: a page of a list needs those of several. */
export function fieldsOf(schema: z.ZodType): readonly Field[] {
  let known = fieldsBySchema.get(schema);
  if (!known) fieldsBySchema.set(schema, (known = readFields(schema, 0)));
  return known;
}

const fieldsBySchema = new WeakMap<z.ZodType, readonly Field[]>();

function readFields(schema: z.ZodType, depth: number): Field[] {
  const node = nodeOf(schema);
  if (node.kind !== "object") return [];
  return node.fields
    .filter(([, field]) => !unshaped.has(definitionOf(bare(field)).type))
    .map(([name, field]) => fieldOf(name, field, depth));
}

/** Fields of a representation that an input accepts and ignores. */
const unshaped: ReadonlySet<string> = new Set(["unknown", "any", "never", "undefined"]);

function fieldOf(name: string, schema: z.ZodType, depth: number): Field {
  const missing = schema.safeParse(undefined);
  const control = withFileUse(name, controlOf(schema, depth));
  const standard = standardOf(control, missing.data);
  return {
    name: toWire(name),
    control,
    isRequired: !missing.success,
    isNullable: schema.safeParse(null).success,
    ...(standard !== undefined && { standard }),
  };
}

/** The default of a choice, as a form has it. */
function standardOf(control: Control, value: unknown): string | undefined {
  if (control.kind === "switch" && typeof value === "boolean") return value ? "on" : "off";
  const isWord = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return control.kind === "select" && isWord ? String(value) : undefined;
}

/** Files that pages show as images or play, by the name of their field. */
function withFileUse(name: string, control: Control): Control {
  if (control.kind === "group" && name === "video") {
    const fields = control.fields.map((field) => ({ ...field, control: playedIf(field) }));
    return { ...control, fields };
  }
  const isImage = /^(?:cover|logo|logoDark|favicon|picture|image)FileId$/.test(name);
  return control.kind === "reference" && control.of === "file" && isImage ? { ...control, shownAs: "image" } : control;
}

/** The file of a video. Its captions are files too. */
const playedIf = ({ name, control }: Field): Control =>
  control.kind === "reference" && name === "file_id" ? { ...control, shownAs: "media" } : control;

function controlOf(schema: z.ZodType, depth: number): Control {
  const core = bare(schema);
  const { id, examples } = { ...core.meta(), ...schema.meta() };
  const [example] = Array.isArray(examples) ? examples : [];
  if (id === "Money") return { kind: "money" };
  const edge = dateInputOf(schema)?.edge;
  if (edge !== undefined || isInstant(example)) return { kind: "time", edge };
  const of = kindOfExample(example);
  if (of) {
    const kinds = (Array.isArray(examples) ? examples : []).flatMap((one) => kindOfExample(one) ?? []);
    return { kind: "reference", of, ...(kinds.length > 1 && { among: kinds }) };
  }
  const node = nodeOf(core);
  switch (node.kind) {
    case "object":
      return depth < maxDepth ? { kind: "group", fields: readFields(core, depth + 1) } : { kind: "json" };
    case "array":
      return listOf(controlOf(node.element, depth + 1), node.maxItems);
    case "record":
      return { kind: "pairs", isTyped: !isText(node.value) };
    case "choice":
      return depth < maxDepth ? variantsOf(node, depth) : { kind: "json" };
    case "codec":
      return controlOf(node.wire, depth);
    case "leaf":
      return leafOf(core, schema);
  }
}

const isInstant = (example: unknown): boolean =>
  typeof example === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(example);

const isText = (schema: z.ZodType): boolean => definitionOf(bare(schema)).type === "string";

function listOf(element: Control, maxItems: number | undefined): Control {
  if (element.kind === "select") return { kind: "several", values: element.values };
  if (element.kind === "reference") return { kind: "references", of: element.of };
  if (element.kind === "text" && element.form === undefined) return { kind: "lines" };
  return element.kind === "json" ? element : { kind: "rows", element, maxItems };
}

function variantsOf(node: Extract<ReturnType<typeof nodeOf>, { kind: "choice" }>, depth: number): Control {
  const options = [...node.options].map(([value, option]) => {
    const fields = readFields(option, depth + 1).filter(({ name }) => name !== toWire(node.discriminator));
    return [String(value), fields] as const;
  });
  return { kind: "variants", discriminator: toWire(node.discriminator), options: new Map(options) };
}

function leafOf(core: z.ZodType, schema: z.ZodType): Control {
  const definition = definitionOf(core);
  const { minimum: min, maximum: max, isInteger = false } = limitsOf(core);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- All other types are edited as JSON.
  switch (definition.type) {
    case "boolean":
      return { kind: "switch" };
    case "number":
      return { kind: "number", isInteger, min, max };
    case "enum":
      return { kind: "select", values: Object.values(definition.entries).map(String) };
    case "literal":
      return { kind: "select", values: definition.values.map(String) };
    case "string":
    case "pipe":
    case "template_literal": {
      const form = formOf(schema) ?? formOf(core);
      const type = typeOf(core, schema);
      return { kind: "text", maxLength: max, ...(form && { form }), ...(type && { type }) };
    }
    default:
      return { kind: "json" };
  }
}

/** Returns how people choose a text. */
function typeOf(core: z.ZodType, schema: z.ZodType): TextType | undefined {
  const { examples } = { ...core.meta(), ...schema.meta() };
  const [example] = Array.isArray(examples) ? examples : [];
  if (limitsOf(core).format === "date") return "date";
  if (typeof example !== "string") return undefined;
  if (example.includes("/") && isTimeZone(example)) return "timeZone";
  return /^#[\da-f]{6}$/i.test(example) ? "color" : undefined;
}
