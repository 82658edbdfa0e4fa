import type { RequestContext } from "#domain/platform/context.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import type { Removal } from "#domain/platform/removal.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { Call } from "./call.ts";
import { issueState, readState } from "../protocol/request-state.ts";
import type { Tool } from "../definition/tool.ts";

type Wire = Record<string, unknown>;

/** A call that may need the user's consent. */
interface Proposal {
  tool: Tool;
  /** Without control arguments. */
  args: Wire;
  /** Consent to a dry run is none to the call. */
  isDryRun: boolean;
  context: RequestContext;
  call: Call;
}

/** The input that a call needs before it runs (MCP, multi round-trip requests). */
interface InputRequired {
  inputRequests: Record<string, object>;
  /** The host repeats it with the response, see request-state.ts. */
  requestState: string;
}

/** The outcome of a check: the call runs, fails with this message, or waits for the user. */
export type Consent = "confirmed" | { refused: string } | InputRequired;

const declined = { refused: "The user did not confirm this call." };
const tooLate = {
  refused: "The user's response came too late: forms are valid for 10 minutes. Call again to show the form again.",
};

/** Carries the outcome out of the transaction that this error rolls back. */
export class Unconfirmed extends Error {
  readonly consent: Exclude<Consent, "confirmed">;

  constructor(consent: Exclude<Consent, "confirmed">) {
    super("unconfirmed");
    this.name = "Unconfirmed";
    this.consent = consent;
  }
}

/**
 * Checks the user's consent to a call that is irreversible, grants privileges or sends data elsewhere. If the host
 * supports elicitation, only the user's own response counts, because the model writes the argument `confirm`.
 * Stateless: the host repeats the arguments with the response.
 */
export function confirmationOf(proposal: Proposal, confirm: unknown): Consent {
  const { tool, args, call } = proposal;
  const asks = typeof tool.confirms === "function" ? tool.confirms(args) : tool.confirms;
  if (!asks) return "confirmed";
  if (!call.supportsElicitation) return confirm === true ? "confirmed" : declined;
  const argumentsText = JSON.stringify(args);
  if (argumentsText.length > maxShown) {
    const detail = `The arguments have ${argumentsText.length} characters. A call that needs confirmation can have up to ${maxShown}.`;
    throw validationFailed("", "too_large", detail);
  }
  return consentOf(proposal, `${tool.title}: ${argumentsText}`);
}

/** Characters of arguments that a form shows. Valid calls have fewer; to sort the keys of more would take long. */
const maxShown = 100_000;

/**
 * Checks the user's consent to each deletion of a call. Without elicitation, the caller repeats the IDs: a value that
 * a model can write without reading what is lost does not count.
 */
export function confirmationOfRemovals(
  proposal: Proposal,
  removals: readonly Removal[],
  named: readonly string[] = [],
): Consent {
  const { tool, call } = proposal;
  const ids = new Set(removals.map(({ id }) => id));
  const isNamed = ids.size === named.length && named.every((id) => ids.has(id));
  if (removals.length === 0 && isNamed) return "confirmed";
  if (removals.length === 0) return { refused: "This call deletes nothing. Omit `removes`." };
  const list = describe(removals);
  if (call.supportsElicitation) return consentOf(proposal, `${tool.title}. This deletes ${list}`, removals);
  if (isNamed) return "confirmed";
  return {
    refused: `This call deletes ${list} Ask the user, then call again with the IDs of all of them in \`removes\`.`,
  };
}

const maxDescribed = 100;

/** Lists the titles with their IDs. */
function describe(removals: readonly Removal[]): string {
  const described = removals.slice(0, maxDescribed).map(({ id, title }) => `“${title}” (${id})`);
  const omitted = removals.length - described.length;
  return `${removals.length} sections and lectures: ${described.join(", ")}${omitted > 0 ? ` and ${omitted} more` : ""}.`;
}

/** Returns the user's response in a form of the host. Asks again if the form showed something else. */
function consentOf(
  { tool, args, isDryRun, context, call }: Proposal,
  message: string,
  removals?: readonly Removal[],
): Consent {
  const shown = digest(JSON.stringify([tool.name, args, removals, isDryRun], sortKeys)).toString("base64url");
  const ask = () => askUser(tool, message, issueState(call.stateKey, context, shown));
  const { confirm: response } = call.inputResponses;
  if (response === undefined) return ask();
  const state = readState(call.stateKey, context, call.requestState);
  const { action, content } = asRecord(response);
  if (action !== "accept" || asRecord(content)["confirm"] !== true) return declined;
  if (state?.shown !== shown) return ask();
  return state.isExpired ? tooLate : "confirmed";
}

/** Some hosts repeat the arguments in another order. */
const sortKeys = (_key: string, value: unknown): unknown =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const askUser = ({ title }: Tool, message: string, requestState: string): InputRequired => ({
  inputRequests: {
    confirm: {
      method: "elicitation/create",
      params: {
        mode: "form",
        message: `An agent requests your permission. ${message}`,
        requestedSchema: {
          type: "object",
          properties: { confirm: { type: "boolean", title } },
          required: ["confirm"],
        },
      },
    },
  },
  requestState,
});
