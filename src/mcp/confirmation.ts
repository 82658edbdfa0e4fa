import { asRecord } from "#lib/is-record.ts";
import type { Call } from "./call.ts";
import type { Removal, Tool } from "./tool.ts";

type Wire = Record<string, unknown>;

/** The input that a call needs before it runs (MCP, multi round-trip requests). */
interface InputRequired {
  inputRequests: Record<string, object>;
}

/** The outcome of a check: the call runs, fails with this message, or waits for the user. */
export type Consent = "confirmed" | { refused: string } | InputRequired;

const declined = { refused: "The user did not confirm this call." };

/**
 * Checks the user's consent to a call that is irreversible, grants privileges or sends data elsewhere. If the host
 * supports elicitation, only the user's own response counts, because the model writes the argument `confirm`.
 * Stateless: the host repeats the arguments with the response.
 */
export function confirmationOf(tool: Tool, confirm: unknown, args: Wire, call: Call): Consent {
  const asks = typeof tool.confirms === "function" ? tool.confirms(args) : tool.confirms;
  if (!asks) return "confirmed";
  const response = responseOf(call);
  if (response) return response;
  if (!call.supportsElicitation) return confirm === true ? "confirmed" : declined;
  return askUser(tool, `${tool.title}: ${JSON.stringify(args)}`);
}

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
  const response = responseOf(call);
  if (response) return response;
  const list = describe(removals);
  if (call.supportsElicitation) return askUser(tool, `${tool.title}. This deletes ${list}`);
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

/** Returns the user's response in a form of the host, if there is one. */
function responseOf({ inputResponses }: Call): "confirmed" | typeof declined | undefined {
  if (inputResponses["confirm"] === undefined) return undefined;
  const { action, content } = asRecord(inputResponses["confirm"]);
  return action === "accept" && asRecord(content)["confirm"] === true ? "confirmed" : declined;
}

const askUser = ({ title }: Tool, message: string): InputRequired => ({
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
});
