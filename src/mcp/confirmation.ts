import { validationFailed } from "#domain/platform/problem.ts";
import type { Removal } from "#domain/platform/removal.ts";
import { asRecord, isRecord } from "#lib/is-record.ts";
import { digest } from "#lib/secret.ts";
import type { Call } from "./call.ts";
import type { Tool } from "./tool.ts";

type Wire = Record<string, unknown>;

/** The input that a call needs before it runs (MCP, multi round-trip requests). */
interface InputRequired {
  inputRequests: Record<string, object>;
  /** The host repeats it with the response: the response is about exactly what this request showed. */
  requestState: string;
}

/** The outcome of a check: the call runs, fails with this message, or waits for the user. */
export type Consent = "confirmed" | { refused: string } | InputRequired;

const declined = { refused: "The user did not confirm this call." };

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
export function confirmationOf(tool: Tool, confirm: unknown, args: Wire, call: Call): Consent {
  const asks = typeof tool.confirms === "function" ? tool.confirms(args) : tool.confirms;
  if (!asks) return "confirmed";
  if (!call.supportsElicitation) return confirm === true ? "confirmed" : declined;
  const shown = JSON.stringify(args);
  if (shown.length > maxShown) {
    const detail = `The arguments have ${shown.length} characters. A call that needs confirmation can have up to ${maxShown}.`;
    throw validationFailed("", "too_large", detail);
  }
  return consentOf(tool, `${tool.title}: ${shown}`, args, call);
}

/** Characters of arguments that a form shows. Valid calls have fewer; to sort the keys of more would take long. */
const maxShown = 100_000;

/**
 * Checks the user's consent to each deletion of a call. Without elicitation, the caller repeats the IDs: a value that
 * a model can write without reading what is lost does not count.
 */
export function confirmationOfRemovals(
  tool: Tool,
  removals: readonly Removal[],
  named: readonly string[] = [],
  call: Call,
): Consent {
  const ids = new Set(removals.map(({ id }) => id));
  const isNamed = ids.size === named.length && named.every((id) => ids.has(id));
  if (removals.length === 0 && isNamed) return "confirmed";
  if (removals.length === 0) return { refused: "This call deletes nothing. Omit `removes`." };
  const list = describe(removals);
  if (call.supportsElicitation) return consentOf(tool, `${tool.title}. This deletes ${list}`, removals, call);
  if (isNamed) return "confirmed";
  return {
    refused: `This call deletes ${list} Ask the user, then call again with the IDs of all of them in \`removes\`.`,
  };
}

const maxDescribed = 100;

/** Lists the titles with their IDs. */
function describe(removals: readonly Removal[]): string {
  const described = removals.slice(0, maxDescribed).map(({ id, title }) => `“${title}” (${id})`);
  const rest = removals.length - described.length;
  return `${removals.length} sections and lectures: ${described.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}.`;
}

/** Returns the user's response in a form of the host. Asks again if the response is about something else. */
function consentOf(tool: Tool, message: string, about: unknown, call: Call): Consent {
  const state = digest(JSON.stringify([tool.name, about], sortKeys)).toString("base64url");
  const { confirm: response } = call.inputResponses;
  if (response === undefined) return askUser(tool, message, state);
  const { action, content } = asRecord(response);
  if (action !== "accept" || asRecord(content)["confirm"] !== true) return declined;
  return call.requestState === state ? "confirmed" : askUser(tool, message, state);
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
