/** A schema of a list as hosts read it. */
export interface Schema {
  type?: unknown;
  nullable?: unknown;
  enum?: unknown;
  format?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: unknown;
  anyOf?: Schema[];
  description?: unknown;
}

export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  outputSchema: Schema;
}

/**
 * Hosts prefix the name of a tool by that of the server: Claude, OpenAI and Gemini allow 64 characters together,
 * Cursor 60.
 */
const toolName = /^[a-z][a-z0-9_]{0,29}$/;
/** Claude: letters, digits, underscores, dots and hyphens. Gemini: no digit at the start. */
const propertyName = /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/;
/** OpenAI. */
const maxDescription = 1024;
/** OpenAI, in strict mode: levels of objects, properties of a schema, values of all enumerations, characters of one. */
const limits = { depth: 10, properties: 5000, values: 1000, characters: 15_000 };

const inputKeys = new Set(["type", "nullable", "enum", "format", "items", "properties", "required", "description"]);
const outputKeys = new Set(["type", "items", "properties", "required", "anyOf"]);
const types = new Set<unknown>(["string", "integer", "number", "boolean", "array", "object"]);

/** Parts of the short list whose fields another tool lists. */
const elsewhere: ReadonlySet<string> = new Set([
  "update_course changes",
  ...["quiz", "video", "live", "completion_rule", "drip", "attachments", "assignment"].map(
    (name) => `save_curriculum ${name}`,
  ),
]);

/** Objects of an input schema that take any keys. Gemini requires properties of all others. */
const open = /(?:^|\/)(?:metadata|custom_fields|answers|arguments|filter|settings|attributes|social)$/;

/** Returns what a host would reject in the entry of a list, with the path of each part. */
export function rejectedParts(tool: ListedTool): string[] {
  const rejected: string[] = [];
  const { name, title, description, inputSchema, outputSchema } = tool;
  if (!toolName.test(name)) rejected.push(`${name}: name`);
  if (title === "" || description === "" || description.length > maxDescription) rejected.push(`${name}: description`);
  const checks: [string, Schema, ReadonlySet<string>][] = [
    ["input", inputSchema, inputKeys],
    ["output", outputSchema, outputKeys],
  ];
  for (const [kind, schema, keys] of checks) {
    const counted = { properties: 0, values: 0 };
    const reject = (path: string, reason: string) => rejected.push(`${name} ${kind}${path}: ${reason}`);
    if (schema.type !== "object" || !schema.properties || schema.anyOf) reject("", "is no object with properties");
    const visit = (part: Schema, path: string, depth: number): void => {
      for (const key of Object.keys(part)) if (!keys.has(key)) reject(path, key);
      if (depth > limits.depth) reject(path, "too deep");
      if (part.anyOf) {
        const [value, none, ...others] = part.anyOf;
        if (!value || none?.type !== "null" || others.length > 0 || part.type !== undefined) reject(path, "anyOf");
        else visit(value, path, depth);
        return;
      }
      if (!types.has(part.type)) reject(path, `type ${JSON.stringify(part.type)}`);
      if (part.nullable !== undefined && part.nullable !== true) reject(path, "nullable");
      if ((part.type === "array") !== (part.items !== undefined)) reject(path, "items");
      if (part.format !== undefined && (part.format !== "date-time" || part.type !== "string")) reject(path, "format");
      checkEnum(part, counted, (reason) => reject(path, reason));
      const { properties = {}, required = [], items } = part;
      if (part.type !== "object" && (part.properties || part.required)) reject(path, "properties of another type");
      const isUnknown = (one: unknown) => typeof one !== "string" || !(one in properties);
      if (!Array.isArray(required) || required.some(isUnknown)) reject(path, "required");
      const isOpen = open.test(path) || isRange(part) || elsewhere.has(`${name} ${lastName(path)}`);
      if (kind === "input" && part.type === "object" && !part.properties && !isOpen) {
        reject(path, "object without properties");
      }
      for (const [property, child] of Object.entries(properties)) {
        counted.properties++;
        if (!propertyName.test(property)) reject(path, `name ${property}`);
        visit(child, `${path}/${property}`, depth + (child.type === "object" ? 1 : 0));
      }
      if (items) visit(items, `${path}/items`, depth + (items.type === "object" ? 1 : 0));
    };
    visit(schema, "", 1);
    if (counted.properties > limits.properties || counted.values > limits.values) reject("", "too large");
  }
  return rejected;
}

const lastName = (path: string): string => path.split("/").findLast((part) => part !== "items") ?? "";

/** The bounds of a range are in its description, because it is the most frequent part of all lists. */
const isRange = ({ description }: Schema): boolean => /\bgte, gt, lte, lt\b|^Range like /.test(String(description));

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

function checkEnum(part: Schema, counted: { values: number }, reject: (reason: string) => void): void {
  if (part.enum === undefined) return;
  const values: unknown[] = Array.isArray(part.enum) ? part.enum : [];
  const length = values.filter(isText).join("").length;
  counted.values += values.length;
  if (part.type !== "string" || values.length === 0 || !values.every(isText)) reject("enum of other values than texts");
  if (new Set(values).size !== values.length || length > limits.characters) reject("enum");
}
