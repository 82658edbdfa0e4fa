import { pause } from "#lib/event-loop/pause.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";

/** The parts of a document whose defaults are described. */
interface Document {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, JsonSchema> };
}

/**
 * Replaces `default` by a sentence. Generators of types take a property with a default for one that is always there,
 * and so refuse requests that omit it. Responses always have such a property, so it is required in schemas of
 * responses only.
 */
export async function describeDefaults(document: Document): Promise<void> {
  const { paths, components } = document;
  const inRequests = new Set<string>();
  for (const methods of Object.values(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const turn = pause();
      if (turn) await turn;
      const { parameters, requestBody, responses: _responses, ...rest } = asRecord(operation);
      for (const part of [parameters, requestBody]) collect(part, components.schemas, inRequests);
      const members = Object.entries(asRecord(operation)).map(([name, part]): [string, unknown] => [
        name,
        name in rest ? part : describedMember(name, part, name === "responses"),
      ]);
      methods[method] = Object.fromEntries(members);
    }
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    components.schemas[name] = describedObject(schema, !inRequests.has(name));
  }
}

/** Adds the names of the schemas that a part of the document uses. */
function collect(part: unknown, schemas: Readonly<Record<string, JsonSchema>>, names: Set<string>): void {
  if (Array.isArray(part)) for (const item of part) collect(item, schemas, names);
  if (!isRecord(part)) return;
  const name = typeof part["$ref"] === "string" ? part["$ref"].replace("#/components/schemas/", "") : undefined;
  if (name !== undefined && name in schemas && !names.has(name)) {
    names.add(name);
    collect(schemas[name], schemas, names);
  }
  for (const item of Object.values(part)) collect(item, schemas, names);
}

/** Plain data, not schemas. */
const dataKeywords: ReadonlySet<string> = new Set(["enum", "example", "examples", "required"]);

/** Maps whose names are not keywords: a property and a response can have the name `default`. */
const mapKeywords: ReadonlySet<string> = new Set(["properties", "responses", "content", "headers"]);

function described(part: unknown, isResponse: boolean): unknown {
  if (Array.isArray(part)) return part.map((item) => described(item, isResponse));
  return isRecord(part) ? describedObject(part, isResponse) : part;
}

function describedObject(part: Record<string, unknown>, isResponse: boolean): Record<string, unknown> {
  const { default: value, ...rest } = part;
  const always = isResponse ? fieldsWithDefault(part) : [];
  const members = Object.entries(withSentence(rest, value)).map(([name, member]): [string, unknown] => [
    name,
    dataKeywords.has(name) ? member : describedMember(name, member, isResponse),
  ]);
  const whole: Record<string, unknown> = Object.fromEntries(members);
  return always.length > 0 ? { ...whole, required: [...listOf(whole["required"]), ...always] } : whole;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function describedMember(name: string, member: unknown, isResponse: boolean): unknown {
  if (!mapKeywords.has(name) || !isRecord(member)) return described(member, isResponse);
  return Object.fromEntries(Object.entries(member).map(([key, value]) => [key, described(value, isResponse)]));
}

const fieldsWithDefault = ({ properties }: Record<string, unknown>): string[] =>
  isRecord(properties)
    ? Object.entries(properties).flatMap(([name, schema]) => (isRecord(schema) && "default" in schema ? [name] : []))
    : [];

/** A parameter is described beside its schema. */
function withSentence(part: Record<string, unknown>, value: unknown): Record<string, unknown> {
  const { schema } = part;
  if (!("in" in part) || !isRecord(schema)) return { ...part, ...descriptionWith(part, sentenceOf(value)) };
  const { default: inner, ...plain } = schema;
  const asText = Array.isArray(inner) ? inner.join(",") || undefined : inner;
  return { ...part, schema: plain, ...descriptionWith(part, sentenceOf(asText)) };
}

function descriptionWith(
  { description }: Record<string, unknown>,
  sentence: string | undefined,
): { description?: string } {
  if (sentence === undefined) return {};
  return { description: typeof description === "string" ? `${description.replace(/\.$/, "")}. ${sentence}` : sentence };
}

function sentenceOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return `Default: \`${typeof value === "string" ? value : JSON.stringify(value)}\`.`;
}
