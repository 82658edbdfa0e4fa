import { asRecord } from "#lib/json/is-record.ts";
import type { NextStep } from "./tool.ts";

type Wire = Record<string, unknown>;

/** Suggests a call about the first item of a list, with arguments from that item. */
export const aboutFirst =
  (tool: string, why: string, argumentsOf: (item: Wire) => Wire) =>
  ({ data }: Wire): NextStep[] =>
    Array.isArray(data) && data.length > 0 ? [{ tool, arguments: argumentsOf(asRecord(data[0])), why }] : [];
