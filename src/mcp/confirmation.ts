import type { Call } from "./call.ts";
import type { Tool } from "./tool.ts";

type Wire = Record<string, unknown>;

/** The input that a call needs before it runs (MCP, multi round-trip requests). */
interface Asked {
  inputRequests: Record<string, object>;
}

/**
 * Returns whether the person has agreed to a call that is irreversible, grants privileges or sends data elsewhere. If the
 * host supports elicitation, only the person's own answer counts: the model writes the argument `confirm`. Stateless: the
 * host repeats the arguments with the answer.
 */
export function confirmationOf(tool: Tool, confirm: unknown, given: Wire, call: Call): "given" | "declined" | Asked {
  const asks = typeof tool.confirms === "function" ? tool.confirms(given) : tool.confirms;
  if (!asks) return "given";
  const response = call.inputResponses["confirm"] as { action?: unknown; content?: { confirm?: unknown } } | undefined;
  if (response !== undefined) {
    return response.action === "accept" && response.content?.confirm === true ? "given" : "declined";
  }
  if (!call.asksPeople) return confirm === true ? "given" : "declined";
  return {
    inputRequests: {
      confirm: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: `An agent asks for your permission. ${tool.title}: ${JSON.stringify(given)}`,
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
