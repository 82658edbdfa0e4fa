import type { Extension } from "#mcp/protocol/extension.ts";
import type { Json } from "../support/agent.ts";
import { contentTools } from "./content-tools.ts";
import type { FixtureRequest, FixtureTool } from "./fixture.ts";
import { inputRequests } from "./input-requests.ts";
import { prompts } from "./prompts.ts";
import { readFixture, resources, resourceTemplates } from "./resources.ts";

/**
 * The tools, resources and prompts that the conformance suite calls, with the names and results that its scenarios
 * describe. `changeLists` makes the server notify a client that listens to changes of lists.
 */
export function conformanceFixtures(changeLists: () => Promise<void>): Extension {
  const change = async () => {
    await changeLists();
    return { content: [{ type: "text", text: "The lists have changed." }] };
  };
  const tools: readonly FixtureTool[] = [
    ...contentTools,
    ...inputRequests,
    ["test_trigger_tool_change", "Changes the list of tools", change],
    ["test_trigger_prompt_change", "Changes the list of prompts", change],
  ];
  const toolByName = new Map(tools.map(([name, , answer]) => [name, answer]));
  const promptByName = new Map(prompts.map(({ entry, answer }) => [entry.name, answer]));
  return {
    listed: {
      "tools/list": tools.map(([name, description, , inputSchema = { type: "object", properties: {} }]) => ({
        name,
        description,
        inputSchema,
      })),
      "prompts/list": prompts.map(({ entry }) => entry),
      "resources/list": resources,
      "resources/templates/list": resourceTemplates,
    },
    async answer({ method, params }, { notify }) {
      const name = String(params["name"]);
      const request: FixtureRequest = {
        args: (params["arguments"] ?? {}) as Json,
        params,
        meta: (params["_meta"] ?? {}) as Json,
        notify,
      };
      if (method === "tools/call") return toolByName.get(name)?.(request);
      if (method === "prompts/get") return promptByName.get(name)?.(request);
      if (method === "resources/read") return readFixture(String(params["uri"]));
      if (method !== "completion/complete") return undefined;
      const prompt = String((params["ref"] as Json | undefined)?.["name"]);
      return promptByName.has(prompt) ? { completion: { values: ["test"], hasMore: false } } : undefined;
    },
  };
}
