import * as z from "zod";
import { asRecord } from "#lib/json/is-record.ts";
import { only } from "#lib/collections/only.ts";
import { fieldsIn } from "#lib/wire/definition.ts";
import { type JsonSchema, jsonSchemaOf } from "#lib/wire/json-schema.ts";
import { responseExamples } from "#rest/examples/catalog.ts";
import type { Effect, Route } from "#operations/route.ts";
import { located } from "../examples/at-origin.ts";
import { successesOf } from "../successes.ts";
import { exampleOf } from "./example.ts";
import type { Parts } from "./parts.ts";
import { hasETag, type HeaderName, headersOfSuccess } from "./headers.ts";

type Components = Record<string, JsonSchema>;

/** Returns the success responses of an operation, including dry run, by status. */
export function successOf(route: Route, parts: Parts): Record<string, object> {
  const { addresses, schemas: components, origin } = parts;
  const { effect, operation } = route;
  const [{ status, output }, later] = successesOf(route);
  const whole = jsonSchemaOf(operation.output, components);
  const schema = jsonSchemaOf(output, components);
  const answer = located(answerOf(route, schema, components), origin);
  const version: HeaderName[] = hasETag(route) ? ["ETag"] : [];
  const answered = (description: string, content: object, ...names: HeaderName[]) => ({
    description,
    headers: headersOfSuccess(route, ...names),
    content: { "application/json": content },
  });
  const begun = (job: JsonSchema, example: unknown) =>
    answered("The job has started.", { schema: job, example }, "Location", "ETag");
  if (!effect) {
    const read = { [status]: answered("Success.", { schema, example: answer }, ...version) };
    if (version.length === 0) return read;
    // RFC 9110 §13.1.2
    const unchanged = "Not modified since the ETag in `If-None-Match`.";
    return { ...read, 304: { description: unchanged, headers: headersOfSuccess(route, ...version) } };
  }
  const finds = "created" in fieldsIn(output);
  const effects: [Effect, ...Effect[]] = finds && effect !== "delete" ? ["create", "update"] : [effect];
  const dryRunResult = dryRunSchemaOf(effects, operation.output, whole, components);
  const tried = dryRunExampleOf(effects[0], answer);
  const dryRun = answered("The result of a dry run (`dry_run`).", { schema: dryRunResult, example: tried });
  if (status === 204) return { 200: dryRun, 204: { description: "Success.", headers: headersOfSuccess(route) } };
  if (status === 202) return { 200: dryRun, 202: begun(schema, answer) };
  const where: HeaderName[] = addresses.has(output) ? ["Location"] : [];
  const made = answered("Success.", { schema, example: answer }, ...where, ...version);
  if (status === 201 && !finds) return { 200: dryRun, 201: made };
  const examples = {
    done: { summary: "Done", value: finds ? { ...asRecord(answer), created: false } : answer },
    dry_run: { summary: "Dry run (dry_run)", value: tried },
  };
  const either = { schema: { oneOf: [schema, dryRunResult] }, examples };
  const job = later && jsonSchemaOf(later.output, components);
  const done = {
    200: answered(finds ? "An existing resource was updated." : "Success.", either, ...version),
    ...(job && { 202: begun(job, located(exampleOf(job, components), origin)) }),
  };
  return finds ? { ...done, 201: made } : done;
}

/** Builds the example response of an operation. A newly created resource has no later change. */
function answerOf(
  { operation, effect }: Pick<Route, "operation" | "effect">,
  schema: JsonSchema,
  components: Components,
) {
  const answer = exampleOf(schema, components);
  if (typeof answer !== "object" || answer === null) return answer;
  const { created_at: made, updated_at: changed } = asRecord(answer);
  const isNew = effect === "create" && made !== undefined && changed !== undefined;
  return { ...answer, ...(isNew && { updated_at: made }), ...responseExamples[operation.name] };
}

/** Builds the dry run response: the result that the write would have. */
function dryRunSchemaOf(
  effects: readonly Effect[],
  output: z.ZodType,
  schema: JsonSchema,
  components: Components,
): JsonSchema {
  const { warnings, ...rest } = fieldsIn(output);
  const done = warnings ? jsonSchemaOf(z.object(rest), components) : schema;
  const listedWarnings = warnings ? jsonSchemaOf(warnings, components) : { type: "array", items: { type: "object" } };
  const would = effects.map((effect) => ({ type: "object", properties: { [effect]: done }, required: [effect] }));
  return {
    type: "object",
    properties: {
      dry_run: { type: "boolean", enum: [true] },
      would: would.length === 1 ? only(would) : { oneOf: would },
      warnings: listedWarnings,
    },
    required: ["dry_run", "would", "warnings"],
  };
}

function dryRunExampleOf(effect: Effect, answer: unknown): object {
  const { warnings = [], ...done } = asRecord(answer);
  return { dry_run: true, would: { [effect]: done }, warnings };
}
