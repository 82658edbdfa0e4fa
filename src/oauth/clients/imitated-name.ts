import { LRUCache } from "lru-cache";
import type { Site } from "#domain/platform/site/site.ts";
import { carriesName } from "#lib/text/confusable-name.ts";
import type { Client } from "./client.ts";
import { carriesSchoolName } from "./client-name.ts";
import { isVettedClient } from "./vetted-client.ts";

/** Programs that people know, and whose names other programs could borrow. The more specific name comes first. */
const programs = [
  "Claude Code",
  "Claude Desktop",
  "Claude",
  "Anthropic",
  "ChatGPT",
  "Codex",
  "OpenAI",
  "Gemini",
  "Google",
  "GitHub Copilot",
  "GitHub",
  "Copilot",
  "Visual Studio Code",
  "VS Code",
  "Microsoft",
  "Cursor",
  "Windsurf",
  "JetBrains",
  "Zed",
  "Cline",
  "Goose",
  "Raycast",
  "Warp",
  "LM Studio",
  "LibreChat",
  "Perplexity",
  "Mistral",
  "MCP Inspector",
  "mcp-remote",
  "Postman",
  "Insomnia",
  "n8n",
  "Zapier",
  "Slack",
  "Notion",
  "Apple",
  "Lectern",
] as const;

const programsByName = new LRUCache<string, { program: string | undefined }>({ max: 10_000 });

/**
 * Returns the school or the well-known program whose name an unvetted client carries or resembles (Unicode UTS #39), for
 * the warning of the consent page: any program on a computer can use any name.
 */
export function imitatedName(
  site: Pick<Site, "name">,
  client: Pick<Client, "name" | "origin" | "review">,
): string | undefined {
  if (isVettedClient(client)) return undefined;
  if (carriesSchoolName(site, client.name)) return site.name;
  let imitated = programsByName.get(client.name);
  if (!imitated) {
    imitated = { program: programs.find((program) => carriesName(client.name, program)) };
    programsByName.set(client.name, imitated);
  }
  return imitated.program;
}
