import * as z from "zod";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import type { Addresses } from "../location.ts";
import type { Effect, Route } from "../route.ts";
import { successesOf } from "../successes.ts";
import { exampleOf } from "./example.ts";

type Components = Record<string, JsonSchema>;

/** What an operation answers where it succeeds, and where it was tried only, by the status. */
export function successOf(route: Route, addresses: Addresses, components: Components): Record<string, object> {
  const [{ status, output }, later] = successesOf(route);
  const { effect, operation } = route;
  const whole = jsonSchemaOf(operation.output, components);
  const schema = jsonSchemaOf(output, components);
  const described = (told: JsonSchema, description = "Done.", shown = schema) => ({
    description,
    content: { "application/json": { schema: told, example: exampleOf(shown, components, "response") } },
  });
  const begun = (job: JsonSchema) => ({
    202: { ...described(job, "It has begun, as a job.", job), headers: location("Of the job") },
  });
  if (!effect) return { [status]: described(schema) };
  const finds = nodeOf(output).kind === "object" && "created" in (output as z.ZodObject).shape;
  const effects: Effect[] = finds && effect !== "delete" ? ["create", "update"] : [effect];
  const rehearsed = rehearsalOf(effects, operation.output, whole, components);
  if (status === 204) return { 200: { description: inVain, content: rehearsed }, 204: { description: "Done." } };
  if (status === 202) return { 200: { description: inVain, content: rehearsed }, ...begun(schema) };
  const made = {
    ...described(schema),
    ...(addresses.has(output) && { headers: location("Of what was made") }),
  };
  if (status === 201 && !finds) return { 200: { description: inVain, content: rehearsed }, 201: made };
  const either = { oneOf: [schema, rehearsed["application/json"].schema] };
  const done = {
    200: described(either, finds ? "It was there." : "Done."),
    ...(later && begun(jsonSchemaOf(later.output, components))),
  };
  return finds ? { ...done, 201: made } : done;
}

const location = (description: string) => ({ Location: { description, schema: { type: "string" } } });

const inVain = "What would be (`dry_run`).";

/** What a dry run answers: what the write would have. */
function rehearsalOf(effects: readonly Effect[], output: z.ZodType, schema: JsonSchema, components: Components) {
  const { warnings, ...rest } = nodeOf(output).kind === "object" ? (output as z.ZodObject).shape : {};
  const done = warnings ? jsonSchemaOf(z.object(rest), components) : schema;
  const told = warnings
    ? jsonSchemaOf(warnings as z.ZodType, components)
    : { type: "array", items: { type: "object" } };
  const would = effects.map((effect) => ({ type: "object", properties: { [effect]: done }, required: [effect] }));
  const whole = {
    type: "object",
    properties: {
      dry_run: { type: "boolean", enum: [true] },
      would: would.length === 1 ? would[0] : { oneOf: would },
      warnings: told,
    },
    required: ["dry_run", "would", "warnings"],
  };
  return { "application/json": { schema: whole } };
}
