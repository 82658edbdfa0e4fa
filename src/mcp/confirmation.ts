import { asRecord } from "#lib/is-record.ts";
import type { Call } from "./call.ts";
import type { Tool } from "./tool.ts";

type Wire = Record<string, unknown>;

/** The input that a call needs before it runs (MCP, multi round-trip requests). */
interface InputRequired {
  inputRequests: Record<string, object>;
}

/**
 * Checks the user's consent to a call that is irreversible, grants privileges or sends data elsewhere. If the host
 * supports elicitation, only the user's own response counts, because the model writes the argument `confirm`.
 * Stateless: the host repeats the arguments with the response.
 */
export function confirmationOf(
  tool: Tool,
  confirm: unknown,
  args: Wire,
  call: Call,
): "confirmed" | "declined" | InputRequired {
  const asks = typeof tool.confirms === "function" ? tool.confirms(args) : tool.confirms;
  if (!asks) return "confirmed";
  if (call.inputResponses["confirm"] !== undefined) {
    const { action, content } = asRecord(call.inputResponses["confirm"]);
    return action === "accept" && asRecord(content)["confirm"] === true ? "confirmed" : "declined";
  }
  if (!call.supportsElicitation) return confirm === true ? "confirmed" : "declined";
  return {
    inputRequests: {
      confirm: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: `An agent requests your permission. ${tool.title}: ${JSON.stringify(args)}`,
          requestedSchema: {
            type: "object",
            properties: { confirm: { type: "boolean", title: tool.title } },
            required: ["confirm"],
          },
        },
      },
    },
  };
}
