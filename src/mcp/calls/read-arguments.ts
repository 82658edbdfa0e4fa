import type * as z from "zod";
import { type FieldError, throwErrors } from "#domain/platform/problem.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { ForbiddenKeyError, JsonLimitError, parseLargeJson } from "#lib/json/parse-large-json.ts";
import { definitionOf } from "#lib/wire/definition.ts";
import { toWire } from "#lib/wire/names.ts";
import { bare, nodeOf, type SchemaNode } from "#lib/wire/schema-node.ts";
import { acceptsNull, isOptional } from "./accepts-absence.ts";
import { isPriceShape } from "./prices.ts";
import { describeReceived } from "../protocol/describe-received.ts";

type Wire = Record<string, unknown>;

/** Limits of a list or object that arrives as JSON text, as of a request body. */
const limits = { values: 100_000, depth: 64, fields: 5000, tokenLength: 7_000_000 };
/** Texts in texts in texts: more than hosts nest. */
const maxRounds = 4;

interface ReadOptions {
  /**
   * A text with commas is several values, as in the query parameters of the operator API. Only for filters: text that
   * is stored can contain commas.
   */
  splitsTexts: boolean;
}

/**
 * Compiles the reader of a tool's arguments. Hosts and models often send a list, object, number or boolean as JSON text,
 * one value instead of a list, and null or an empty text for an argument that they mean to omit. The schema says what
 * is meant. Values that it does not explain are refused with what was received, so that a filter never silently matches
 * nothing. What the schema itself checks (limits, formats, unknown arguments) stays for it.
 */
export function compileArguments(shape: z.ZodObject, options: ReadOptions): (args: Wire) => Promise<Wire> {
  return async (args) => {
    const reading = new Reading(options);
    const root: { args: unknown } = { args: undefined };
    reading.read(shape, args, "", (value) => (root.args = value));
    await reading.finish();
    return isRecord(root.args) ? root.args : args;
  };
}

/** Stores a value where it belongs. */
type Store = (value: unknown) => void;

interface PendingText {
  schema: z.ZodType;
  node: SchemaNode;
  text: string;
  pointer: string;
  store: Store;
}

/** A long list, whose items are read with pauses. */
interface PendingList {
  element: z.ZodType;
  items: readonly unknown[];
  read: unknown[];
  pointer: string;
}

/** Items of a list that are read without a pause. */
const maxAtOnce = 100;

class Reading {
  readonly #options: ReadOptions;
  readonly #errors: FieldError[] = [];
  readonly #lists: PendingList[] = [];
  #pending: PendingText[] = [];

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** Reads the long lists and JSON texts that were found, without blocking the event loop, and what they contain. */
  async finish(): Promise<void> {
    await this.#readLists();
    for (let round = 0; this.#pending.length > 0 && this.#errors.length === 0; round++) {
      const texts = this.#pending;
      this.#pending = [];
      for (const { schema, node, text, pointer, store } of texts) {
        const value = round < maxRounds ? await parsed(text) : new Error("It is text within text.");
        if (value instanceof Error) this.#refuse(pointer, node, text, ` ${value.message}`);
        else this.read(schema, value, pointer, store);
      }
      await this.#readLists();
    }
    throwErrors(this.#errors);
  }

  async #readLists(): Promise<void> {
    for (let list = this.#lists.pop(); list; list = this.#lists.pop()) {
      const { element, items, read, pointer } = list;
      for (const [index, item] of items.entries()) {
        const turn = pause();
        if (turn) await turn;
        this.read(element, item, `${pointer}/${index}`, (one) => (read[index] = one));
      }
    }
  }

  read(schema: z.ZodType, value: unknown, pointer: string, store: Store): void {
    const node = nodeFor(schema);
    if (node.kind === "codec") return this.read(node.wire, value, pointer, store);
    if (value === null && acceptsNull(schema)) return store(value);
    if (typeof value === "string" && isStructured(node) && startsAsJson(value, node)) {
      return void this.#pending.push({ schema, node, text: value, pointer, store });
    }
    switch (node.kind) {
      case "object":
        if (!isRecord(value)) return this.#refuse(pointer, node, value);
        // Their amounts are decimal texts, which are read later.
        if (isPriceShape(node.fields)) return store(value);
        return this.#readFields(fieldsOf(node), value, pointer, store);
      case "choice":
        return this.#readChoice(node, value, pointer, store);
      case "record":
        if (!isRecord(value)) return this.#refuse(pointer, node, value);
        return this.#readValues(node.value, value, pointer, store);
      case "array":
        return this.#readItems(node, value, pointer, store);
      case "leaf":
        return this.#readLeaf(schema, node, value, pointer, store);
    }
  }

  #readFields(fields: ReadonlyMap<string, z.ZodType>, value: Wire, pointer: string, store: Store): void {
    const read: Wire = {};
    for (const [name, item] of Object.entries(value)) {
      const field = fields.get(name);
      if (field && isOmitted(field, item)) continue;
      if (field) this.read(field, item, `${pointer}/${name}`, (one) => (read[name] = one));
      // The decoder reports it.
      else read[name] = item;
    }
    store(read);
  }

  #readChoice(node: SchemaNode & { kind: "choice" }, value: unknown, pointer: string, store: Store): void {
    if (!isRecord(value)) return this.#refuse(pointer, node, value);
    const option = node.options.get(value[toWire(node.discriminator)]);
    if (option) this.read(option, value, pointer, store);
    else store(value);
  }

  #readValues(schema: z.ZodType, value: Wire, pointer: string, store: Store): void {
    const read: [string, unknown][] = [];
    for (const [name, item] of Object.entries(value)) {
      this.read(schema, item, `${pointer}/${name}`, (one) => read.push([name, one]));
    }
    store(read.length === Object.keys(value).length ? Object.fromEntries(read) : value);
  }

  #readItems(node: SchemaNode & { kind: "array" }, value: unknown, pointer: string, store: Store): void {
    const { element, maxItems = Infinity } = node;
    const items = Array.isArray(value) ? value : this.#itemsIn(element, value);
    if (!items) return this.#refuse(pointer, node, value);
    // One item too many is enough for the schema to refuse the list.
    const limited: unknown[] = items.length > maxItems ? items.slice(0, maxItems + 1) : items;
    const read: unknown[] = [...limited];
    store(read);
    if (limited.length > maxAtOnce) return void this.#lists.push({ element, items: limited, read, pointer });
    for (const [index, item] of limited.entries()) {
      this.read(element, item, `${pointer}/${index}`, (one) => (read[index] = one));
    }
  }

  /** The items of a list that was sent as a single value. */
  #itemsIn(element: z.ZodType, value: unknown): unknown[] | undefined {
    const item = leafOf(element);
    if (!isScalar(item)) return undefined;
    if (typeof value === "number" || typeof value === "boolean") {
      return item.kind === "leaf" && item.type === typeof value ? [value] : undefined;
    }
    if (typeof value !== "string") return undefined;
    if (!this.#options.splitsTexts) return [value];
    return value.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
  }

  #readLeaf(schema: z.ZodType, node: SchemaNode, value: unknown, pointer: string, store: Store): void {
    const type = node.kind === "leaf" ? node.type : "unknown";
    if (type === "literal") return store(literalOf(schema, value));
    if (type === "number" || type === "int") {
      const number = typeof value === "string" && jsonNumber.test(value.trim()) ? Number(value) : value;
      return typeof number === "number" ? store(number) : this.#refuse(pointer, node, value);
    }
    if (type === "boolean") {
      const meant = typeof value === "string" ? truth[value.trim().toLowerCase()] : value;
      return typeof meant === "boolean" ? store(meant) : this.#refuse(pointer, node, value);
    }
    const isText = type === "string" || type === "enum";
    return isText && typeof value !== "string" ? this.#refuse(pointer, node, value) : store(value);
  }

  #refuse(pointer: string, node: SchemaNode, value: unknown, reason = ""): void {
    if (this.#errors.length >= maxErrors) return;
    const detail = `Expected ${expectedAt(node)}, not ${describeReceived(value)}.${reason}`;
    this.#errors.push({ pointer, code: "invalid_type", detail });
  }
}

const maxErrors = 100;

const nodes = new WeakMap<z.ZodType, SchemaNode>();

function nodeFor(schema: z.ZodType): SchemaNode {
  let node = nodes.get(schema);
  if (!node) nodes.set(schema, (node = nodeOf(schema)));
  return node;
}

type ObjectNode = SchemaNode & { kind: "object" };
const fieldsByNode = new WeakMap<ObjectNode, ReadonlyMap<string, z.ZodType>>();

function fieldsOf(node: ObjectNode): ReadonlyMap<string, z.ZodType> {
  let fields = fieldsByNode.get(node);
  if (!fields) fieldsByNode.set(node, (fields = new Map(node.fields.map(([name, field]) => [toWire(name), field]))));
  return fields;
}

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const truth: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The only value that the schema has, such as true. The schema reports any other. */
function literalOf(schema: z.ZodType, value: unknown): unknown {
  const definition = definitionOf(bare(schema));
  if (definition.type !== "literal" || typeof value !== "string") return value;
  const text = value.trim().toLowerCase();
  return definition.values.find((known) => typeof known !== "string" && String(known) === text) ?? value;
}

const isStructured = ({ kind }: SchemaNode): boolean => kind !== "leaf" && kind !== "codec";

/** A text that is not JSON can still be the one value of a list. */
const startsAsJson = (text: string, { kind }: SchemaNode): boolean =>
  kind === "array" ? /^\s*\[/.test(text) : /^\s*\{/.test(text);

/** Reads the arguments of a call, which some hosts send as JSON text or as null. Returns undefined for other values. */
export async function objectIn(value: unknown): Promise<Wire | undefined> {
  if (value === undefined || value === null) return {};
  const object = typeof value === "string" ? await parsed(value) : value;
  return isRecord(object) && !(object instanceof Error) ? object : undefined;
}

async function parsed(text: string): Promise<unknown> {
  try {
    return await parseLargeJson(text, limits);
  } catch (error) {
    if (error instanceof JsonLimitError) return new Error(error.message);
    if (error instanceof ForbiddenKeyError) return new Error("It has a field called __proto__ or constructor.");
    return new Error("The text is not valid JSON.");
  }
}

const leafOf = (schema: z.ZodType): SchemaNode => {
  const node = nodeFor(schema);
  return node.kind === "codec" ? leafOf(node.wire) : node;
};

const isScalar = ({ kind }: SchemaNode): boolean => kind === "leaf";

/** Null is absence where the schema has no null, and so is an empty text where it cannot be the value. */
function isOmitted(schema: z.ZodType, value: unknown): boolean {
  if ((value !== null && value !== "") || !isOptional(schema)) return false;
  if (value === null) return !acceptsNull(schema);
  const node = leafOf(schema);
  return node.kind !== "leaf" || ["number", "int", "boolean", "enum"].includes(node.type);
}

function expectedAt(node: SchemaNode): string {
  if (node.kind === "array")
    return isScalar(leafOf(node.element)) ? `a list, such as ${exampleOf(node.element)}` : "a list of objects";
  if (node.kind !== "leaf") return "an object";
  return expected[node.type] ?? "another value";
}

function exampleOf(element: z.ZodType): string {
  const definition = definitionOf(bare(element));
  if (definition.type === "enum") return JSON.stringify(Object.values(definition.entries).slice(0, 1));
  const node = leafOf(element);
  return node.kind === "leaf" && node.type === "number" ? "[1]" : '["…"]';
}

const expected: Readonly<Record<string, string>> = {
  number: "a number, such as 5",
  int: "a whole number, such as 5",
  boolean: "true or false",
  string: "a text",
  enum: "a text",
};
