import type { Call } from "./call.ts";
import type { Tool } from "./tool.ts";

type Wire = Record<string, unknown>;

/** What a call waits for before it does what cannot be taken back (MCP, multi round-trip requests). */
interface Asked {
  inputRequests: Record<string, object>;
}

/**
 * Whether somebody has agreed: by `confirm`, or by what the host asked them. `declined`: they have not, or nobody can be
 * asked. What is asked for changes with nothing but the arguments, which the host sends again: there is no state to keep.
 */
export function confirmationOf(tool: Tool, confirm: unknown, given: Wire, call: Call): "given" | "declined" | Asked {
  const asks = typeof tool.confirms === "function" ? tool.confirms(given) : tool.confirms;
  if (!asks || confirm === true) return "given";
  const response = call.inputResponses["confirm"] as { action?: unknown; content?: { confirm?: unknown } } | undefined;
  if (response !== undefined) {
    return response.action === "accept" && response.content?.confirm === true ? "given" : "declined";
  }
  if (!call.asksPeople) return "declined";
  return {
    inputRequests: {
      confirm: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: `${tool.title} ${JSON.stringify(given)}: this cannot be taken back.`,
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
