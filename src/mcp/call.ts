import type { Message } from "./json-rpc.ts";
import { capabilitiesKey, type Era } from "./protocol.ts";

type Wire = Record<string, unknown>;

/** What a request says of its client, besides what it asks for. */
export interface Call {
  /** Whether the host can put a form before a person (MCP, elicitation). */
  asksPeople: boolean;
  /** What people answered to what an earlier answer asked of them. */
  inputResponses: Wire;
}

const objectOr = (value: unknown): Wire =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Wire) : {};

/** Only the newer era sends them with each request; of an older client nothing is known here. */
export function callOf({ params }: Message, era: Era): Call {
  if (era === "legacy") return { asksPeople: false, inputResponses: {} };
  const { elicitation } = objectOr(objectOr(params["_meta"])[capabilitiesKey]);
  const modes = objectOr(elicitation);
  // A client that names no mode can do forms.
  const asksPeople = elicitation !== undefined && (Object.keys(modes).length === 0 || modes["form"] !== undefined);
  return { asksPeople, inputResponses: objectOr(params["inputResponses"]) };
}
