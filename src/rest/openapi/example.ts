import type { JsonSchema } from "#lib/wire/json-schema.ts";

type Components = Record<string, JsonSchema>;

/** In a request what the server sets is left out. */
export type Direction = "request" | "response";

/** A value that a schema allows, from the examples that stand in its parts: what a reader sees before any call. */
export function exampleOf(schema: JsonSchema, components: Components, direction: Direction, depth = 0): unknown {
  const {
    $ref,
    example,
    enum: choices,
    allOf,
    oneOf,
    anyOf,
  } = schema as JsonSchema & {
    $ref?: string;
    enum?: unknown[];
    allOf?: JsonSchema[];
    oneOf?: JsonSchema[];
    anyOf?: JsonSchema[];
  };
  if (example !== undefined) return example;
  if ($ref) return exampleOf(components[$ref.replace("#/components/schemas/", "")]!, components, direction, depth);
  if (schema["default"] !== undefined) return schema["default"];
  if (choices) return choices[0];
  const [whole] = allOf ?? oneOf ?? anyOf ?? [];
  if (whole) return exampleOf(whole, components, direction, depth);
  if (schema.type === "object") return objectOf(schema, components, direction, depth);
  if (schema.type === "array") {
    const items = schema["items"] as JsonSchema | undefined;
    const isDeep = depth > deepest && !schema["minItems"];
    return isDeep || !items ? [] : [exampleOf(items, components, direction, depth + 1)];
  }
  return plainOf(schema);
}

/** Trees end somewhere. */
const deepest = 6;

function objectOf(
  { properties = {} }: JsonSchema,
  components: Components,
  direction: Direction,
  depth: number,
): unknown {
  const said = ([name, { readOnly }]: [string, JsonSchema]) =>
    direction === "response" || !(readOnly || insteadOf[name]?.some((other) => other in properties));
  const shown = Object.entries(properties).filter(said);
  // What has an e-mail address is somebody.
  const words = "email" in properties ? { ...byName, name: "Ana Lima" } : byName;
  const entries = shown.map(([name, property]) => [name, exampleFor(name, property)] as const);
  return Object.fromEntries(entries);

  function exampleFor(name: string, property: JsonSchema): unknown {
    const known = words[name];
    if (known !== undefined && property.type === "string" && property["enum"] === undefined) return known;
    return exampleOf(property, components, direction, depth + 1);
  }
}

/** Of two ways to say one thing a request has one: that which is named here as the other. */
const insteadOf: Record<string, readonly string[]> = {
  body_html: ["body_markdown"],
  blocks: ["body_markdown"],
  email: ["member_id"],
  from_url: ["file"],
};

/** Words that say more than "string". */
const byName: Record<string, string> = {
  name: "Night sky",
  title: "Reading the sky",
  email: "ana@school.example",
  support_email: "help@school.example",
  locale: "en",
  lang: "en",
  slug: "night-sky",
  description_markdown: "What can be seen on a **clear** night.",
  description_html: "<p>What can be seen on a <strong>clear</strong> night.</p>\n",
  body_markdown: "Look **north** first.",
  prompt_markdown: "Which star does not move?",
  external_id: "lms/42",
  language: "en",
  url: "https://learn.example/courses/night-sky",
};

function plainOf(schema: JsonSchema): unknown {
  const { type, format, minimum, minLength, pattern } = schema as JsonSchema & Record<string, number & string>;
  if (type === "integer" || type === "number") return minimum ?? 1;
  if (type === "boolean") return true;
  if (type !== "string") return schema["nullable"] ? null : {};
  if (format === "date-time") return "2025-11-20T19:55:00.000Z";
  if (format === "date") return "2025-11-20";
  if (format === "uri") return "https://learn.example/";
  if (format === "uuid") return "0198c2f0-6c1e-7a3b-9d52-3f1e8b7a4c60";
  if (format === "email") return "ana@school.example";
  if (pattern !== undefined) return schema["nullable"] ? null : "example";
  return "example".padEnd(minLength ?? 0, "x");
}
