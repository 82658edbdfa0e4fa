import * as z from "zod";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { nodeOf } from "#lib/wire/schema-node.ts";
import { answers } from "../examples/answers.ts";
import type { Addresses } from "../location.ts";
import type { Effect, Route } from "../route.ts";
import { located } from "../examples/located.ts";
import { successesOf } from "../successes.ts";
import { exampleOf } from "./example.ts";

type Components = Record<string, JsonSchema>;

/** What an operation answers where it succeeds, and where it was tried only, by the status. */
export function successOf(
  route: Route,
  addresses: Addresses,
  components: Components,
  origin: string,
): Record<string, object> {
  const [{ status, output }, later] = successesOf(route);
  const { effect, operation } = route;
  const whole = jsonSchemaOf(operation.output, components);
  const schema = jsonSchemaOf(output, components);
  const answer = located(answerOf(route, schema, components), origin);
  const described = (example: unknown, description = "Done.", told = schema) => ({
    description,
    content: { "application/json": { schema: told, example } },
  });
  const begun = (job: JsonSchema, example: unknown) => ({
    202: { ...described(example, "It has begun, as a job.", job), headers: location("Of the job") },
  });
  if (!effect) return { [status]: described(answer) };
  const finds = nodeOf(output).kind === "object" && "created" in (output as z.ZodObject).shape;
  const effects: Effect[] = finds && effect !== "delete" ? ["create", "update"] : [effect];
  const rehearsed = rehearsalOf(effects, operation.output, whole, components);
  const tried = rehearsalExampleOf(effects[0]!, answer);
  const inVain = described(tried, "What would be (`dry_run`).", rehearsed);
  if (status === 204) return { 200: inVain, 204: { description: "Done." } };
  if (status === 202) return { 200: inVain, ...begun(schema, answer) };
  const made = {
    ...described(answer),
    ...(addresses.has(output) && { headers: location("Of what was made") }),
  };
  if (status === 201 && !finds) return { 200: inVain, 201: made };
  const examples = {
    done: { summary: "Done", value: finds ? { ...(answer as object), created: false } : answer },
    dry_run: { summary: "Tried only (dry_run)", value: tried },
  };
  const either = {
    description: finds ? "It was there." : "Done.",
    content: { "application/json": { schema: { oneOf: [schema, rehearsed] }, examples } },
  };
  const job = later && jsonSchemaOf(later.output, components);
  const done = { 200: either, ...(job && begun(job, located(exampleOf(job, components), origin))) };
  return finds ? { ...done, 201: made } : done;
}

/** As the operation answers it: what was made just now has not been changed since. */
function answerOf(
  { operation, effect }: Pick<Route, "operation" | "effect">,
  schema: JsonSchema,
  components: Components,
) {
  const answer = exampleOf(schema, components);
  if (typeof answer !== "object" || answer === null) return answer;
  const { created_at: made, updated_at: changed } = answer as Record<string, unknown>;
  const isNew = effect === "create" && made !== undefined && changed !== undefined;
  return { ...answer, ...(isNew && { updated_at: made }), ...answers[operation.name] };
}

const location = (description: string) => ({ Location: { description, schema: { type: "string" } } });

/** What a dry run answers: what the write would have. */
function rehearsalOf(
  effects: readonly Effect[],
  output: z.ZodType,
  schema: JsonSchema,
  components: Components,
): JsonSchema {
  const { warnings, ...rest } = nodeOf(output).kind === "object" ? (output as z.ZodObject).shape : {};
  const done = warnings ? jsonSchemaOf(z.object(rest), components) : schema;
  const told = warnings
    ? jsonSchemaOf(warnings as z.ZodType, components)
    : { type: "array", items: { type: "object" } };
  const would = effects.map((effect) => ({ type: "object", properties: { [effect]: done }, required: [effect] }));
  return {
    type: "object",
    properties: {
      dry_run: { type: "boolean", enum: [true] },
      would: would.length === 1 ? would[0]! : { oneOf: would },
      warnings: told,
    },
    required: ["dry_run", "would", "warnings"],
  };
}

function rehearsalExampleOf(effect: Effect, answer: unknown): object {
  const { warnings = [], ...done } = (answer ?? {}) as Record<string, unknown>;
  return { dry_run: true, would: { [effect]: done }, warnings };
}
