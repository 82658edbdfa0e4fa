import type { z } from "zod";
import type { RequestContext } from "#domain/platform/context.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { parametersOf } from "#operations/route.ts";
import { routeOf } from "#operations/loaded-routes.ts";
import type { DerivedPage } from "./addresses.ts";

/** Returns the operation of a page. Its group is loaded on first use. */
export const operationOf = async ({ route }: DerivedPage): Promise<Operation> => (await routeOf(route)).operation;

/** A result as the JSON of the operator API, with the version of a resource. */
export interface WireResult {
  wire: Record<string, unknown>;
  version: number | undefined;
}

/** Performs a read of a page with JSON input and the parameters of its address. */
export async function readWire(
  context: RequestContext,
  page: DerivedPage,
  input: object,
  params: Params,
): Promise<WireResult> {
  const operation = await operationOf(page);
  const parameterNames = parametersOf(page.route.path);
  const inAddress = Object.fromEntries(Object.entries(params).filter(([name]) => parameterNames.includes(name)));
  return resultOf(
    operation,
    await perform(operation, context, { ...decodedInput(operation.input, input), ...inAddress }),
  );
}

/** Values of the parameters of an address, by their name. */
export type Params = Readonly<Record<string, string>>;

/** Converts an output to the JSON of the operator API. */
export function resultOf(operation: Operation, output: unknown): WireResult {
  const version = operation.version?.(output);
  return {
    wire: asRecord(compileEncoder(operation.output)(output)),
    version: typeof version === "number" ? version : undefined,
  };
}

/** Converts JSON to the input of an operation, which checks it. */
export const decodedInput = (schema: z.ZodObject, input: object): object =>
  asRecord(compileDecoder(schema)(input).value);

/** Returns undefined if the caller may not perform this read, or what it reads is gone. */
export async function readIfPossible(
  context: RequestContext,
  page: DerivedPage,
  input: object,
  params: Params = {},
): Promise<WireResult | undefined> {
  try {
    return await readWire(context, page, input, params);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The items of a list as JSON. */
export function itemsOf({ wire }: WireResult): Record<string, unknown>[] {
  const { data } = wire;
  return Array.isArray(data) ? data.map(asRecord) : [];
}
