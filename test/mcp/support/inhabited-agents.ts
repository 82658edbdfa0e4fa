import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import { copyNewest } from "../../support/worlds/cloned-rows.ts";
import { anInhabitedSite } from "../../support/worlds/inhabited-site.ts";
import type { Tool } from "#mcp/definition/tool.ts";
import { tools } from "#mcp/definition/tools.ts";
import { agentAt, anOperatorAgent, type Json } from "./agent.ts";
import { toolArguments } from "./tool-arguments.ts";

/** Agents of a member and of an owner, at a site with rows of each kind and copies of them, and arguments of every tool. */
export async function inhabitedAgents(name: string, { copies }: { copies: number }) {
  const inhabited = await anInhabitedSite(name);
  const { site } = inhabited;
  await site.set({ mcpRequestsPerMinute: 10_000 });
  if (copies > 0) await copyNewest(site.site.id, copies);
  const known = await toolArguments(inhabited);
  const scopes = "account:read account:write";
  const { access_token: own } = await site.connect(await site.operatorClient(), inhabited.member, scopes);
  const operator = await anOperatorAgent(site);
  const member = agentAt(site, own);
  return {
    inhabited,
    known,
    operator,
    agentOf: ({ scope }: Pick<Tool, "scope">) => (scope?.startsWith("account:") ? member : operator),
    visitor: agentAt(site),
  };
}

export const toolNamed = (name: string): Tool => {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
};

/** Validators of the output schemas in `tools/list`, as clients compile them. */
export function outputValidators() {
  const validator = new AjvJsonSchemaValidator();
  return new Map(
    tools.map(({ name, listed }) => [name, validator.getValidator<Json>({ ...listed().outputSchema })] as const),
  );
}

/** Arguments of a call that changes nothing: writing tools run dry. */
export const harmless = ({ writes, confirms }: Tool): Json => ({
  ...(writes && { dry_run: true }),
  ...(confirms !== false && { confirm: true }),
});
