import { asRecord } from "#lib/json/is-record.ts";
import { readsChallengesInResults } from "../protocol/challenge-result.ts";
import type { Message } from "../protocol/json-rpc.ts";
import { capabilitiesKey, type Era } from "../protocol/protocol.ts";
import type { Selection } from "../lists/selection.ts";

type Wire = Record<string, unknown>;

/** Client capabilities and responses that a request carries besides its parameters. */
export interface Call {
  /** The host supports form elicitation (MCP, elicitation). */
  supportsElicitation: boolean;
  /** The user's responses to the input requests of an earlier result. */
  inputResponses: Wire;
  /** The state that the input requests came with, see request-state.ts. */
  requestState: unknown;
  /** Signs states. */
  stateKey: Buffer;
  /** The tools that the address allows. */
  selection: Selection;
  /** The host reads challenges in results, see challenge-result.ts. */
  readsChallenges: boolean;
  /** Logs an outage, which the host sees as a failed call. */
  report: Report;
}

export type Report = (error: unknown) => void;

/** Only the modern era sends capabilities with each request. For legacy clients nothing is known here. */
export function callOf(
  { params }: Message,
  { era, ...given }: { era: Era } & Pick<Call, "selection" | "report" | "stateKey">,
): Call {
  const readsChallenges = readsChallengesInResults(params);
  const shared = { ...given, readsChallenges };
  if (era === "legacy") return { ...shared, supportsElicitation: false, inputResponses: {}, requestState: undefined };
  const { elicitation } = asRecord(asRecord(params["_meta"])[capabilitiesKey]);
  const modes = asRecord(elicitation);
  // A client that declares elicitation without modes supports forms.
  const supportsElicitation =
    elicitation !== undefined && (Object.keys(modes).length === 0 || modes["form"] !== undefined);
  const inputResponses = asRecord(params["inputResponses"]);
  return { ...shared, supportsElicitation, inputResponses, requestState: params["requestState"] };
}
