/** A part of a configuration, and where it belongs: a file, the command line, or a field for an address. */
export interface Configuration {
  where: { kind: "terminal" } | { kind: "address" } | { kind: "file"; name: string };
  code: string;
}

interface AgentHost {
  name: string;
  /** The integration that must be turned on, because the program has a fixed callback (contract §5.2.2). */
  integration?: { slug: string; name: string };
  /** The host of the metadata document that identifies the program (contract §5.2.3). */
  documentHost?: string;
  /** True if servers of the vendor connect, which reach only addresses on the internet. */
  remote?: boolean;
  configurations: readonly Configuration[];
}

/** A name of the server for configuration files: the host of the site in letters, digits and hyphens. */
export const serverNameOf = (origin: string): string =>
  new URL(origin).host.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");

const terminal = (code: string): Configuration => ({ where: { kind: "terminal" }, code });
const address = (code: string): Configuration => ({ where: { kind: "address" }, code });
const file = (name: string, content: unknown): Configuration => ({
  where: { kind: "file", name },
  code: typeof content === "string" ? content : JSON.stringify(content, null, 2),
});

/** Programs that connect to the MCP server of a site, each with its configuration as its vendor documents it. */
export const agentHosts = (origin: string) => {
  const url = `${origin}/mcp/connect`;
  const name = serverNameOf(origin);
  return {
    claude: {
      name: "Claude",
      // support.claude.com, "Get started with custom connectors using remote MCP"
      integration: { slug: "claude", name: "Claude" },
      remote: true,
      configurations: [address(url)],
    },
    claudeDesktop: {
      name: "Claude Desktop",
      // npm, "mcp-remote"
      configurations: [
        file("claude_desktop_config.json", {
          mcpServers: { [name]: { command: "npx", args: ["-y", "mcp-remote", url] } },
        }),
      ],
    },
    claudeCode: {
      name: "Claude Code",
      // code.claude.com/docs/en/mcp
      configurations: [terminal(`claude mcp add --transport http ${name} ${url}`)],
    },
    chatgpt: {
      name: "ChatGPT",
      // developers.openai.com/api/docs/guides/custom-mcp-server
      integration: { slug: "chatgpt", name: "ChatGPT" },
      remote: true,
      configurations: [address(url)],
    },
    cursor: {
      name: "Cursor",
      // cursor.com/docs/mcp
      configurations: [file("~/.cursor/mcp.json", { mcpServers: { [name]: { url } } })],
    },
    vscode: {
      name: "VS Code",
      // code.visualstudio.com/docs/agents/reference/mcp-configuration
      documentHost: "vscode.dev",
      configurations: [file(".vscode/mcp.json", { servers: { [name]: { type: "http", url } } })],
    },
    codex: {
      name: "Codex CLI",
      // learn.chatgpt.com/docs/extend/mcp
      configurations: [
        terminal(`codex mcp add ${name} --url ${url}`),
        file("~/.codex/config.toml", `[mcp_servers.${name}]\nurl = "${url}"`),
      ],
    },
    gemini: {
      name: "Gemini CLI",
      // Documentation of Gemini CLI, "MCP servers with Gemini CLI"
      configurations: [
        terminal(`gemini mcp add --scope user --transport http ${name} ${url}`),
        file("~/.gemini/settings.json", { mcpServers: { [name]: { httpUrl: url } } }),
      ],
    },
    n8n: {
      name: "n8n",
      // docs.n8n.io, "MCP Client Tool"; with OAuth2, n8n Cloud has the callback of the integration
      integration: { slug: "n8n-cloud", name: "n8n Cloud" },
      configurations: [address(url)],
    },
  } as const satisfies Record<string, AgentHost>;
};

export type AgentHostName = keyof ReturnType<typeof agentHosts>;
export type { AgentHost };
