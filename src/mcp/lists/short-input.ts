import { isRecord } from "#lib/json/is-record.ts";
import { isJsonSchema, type JsonSchema } from "#lib/wire/json-schema.ts";

/** Arguments that programs need more than agents. Tools accept them, and `search_tools` lists them. */
const rare: ReadonlySet<string> = new Set([
  "external_id",
  "metadata",
  "idempotency_key",
  "created_at",
  "updated_at",
  "seo",
  "min_role",
  "promo_video_attachment_id",
  "available_from",
  "available_until",
  "geo",
  "reminders",
  "registration_opens_at",
  "registration_closes_at",
  "member_ids",
  "enrolled_at",
  "first_purchase_only",
  "stackable",
]);

/** Parts that are those of another tool of the short list, or that `search_tools` lists. */
const partsElsewhere: Readonly<Record<string, string>> = {
  "update_course.changes": "Fields to set, as in create_course; others stay",
  "save_curriculum.quiz": "As in save_quiz",
  "save_curriculum.video": "As in save_lecture",
  "save_curriculum.live": "As in save_lecture",
  "save_curriculum.completion_rule": "As in save_lecture",
  "save_curriculum.drip": "As in save_lecture",
  "save_curriculum.attachments": "Files and links; search_tools lists their fields",
  "save_curriculum.assignment": "Assignment; search_tools lists its fields",
};

/** Shortens the input schema of a tool for the short list. It accepts everything that the tool accepts. */
export function shortInput(schema: JsonSchema, tool: string): JsonSchema {
  const { properties, items, ...rest } = schema;
  return {
    ...rest,
    ...(isJsonSchema(items) && { items: shortInput(items, tool) }),
    ...(isRecord(properties) && { properties: shortProperties(properties, tool, rest["required"]) }),
  };
}

function shortProperties(
  properties: Record<string, unknown>,
  tool: string,
  required: unknown,
): JsonSchema["properties"] {
  const needed = Array.isArray(required) ? required : [];
  const kept = Object.entries(properties).filter(([name]) => needed.includes(name) || !rare.has(name));
  return Object.fromEntries(
    kept.flatMap(([name, part]) => (isJsonSchema(part) ? [[name, shortProperty(part, tool, name)]] : [])),
  );
}

function shortProperty(part: JsonSchema, tool: string, name: string): JsonSchema {
  const description = partsElsewhere[`${tool}.${name}`];
  if (description === undefined) return shortInput(part, tool);
  const { type, nullable } = part;
  return {
    type,
    ...(nullable === true && { nullable }),
    ...(type === "array" && { items: { type: "object" } }),
    description,
  };
}
