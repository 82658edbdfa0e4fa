/** Connection of agents. `Backticks` mark what people type or select. */
export const enAdminAgents = {
  intro:
    "AI assistants and automation tools reach {site} through its MCP server. They act for the person who signs in, with the permissions that this person allows and has a role for. Members disconnect them in their account.",
  guide: "How agents work: {guide}",
  guideName: "Connect an agent",
  contents: "Programs",
  copy: "Copy",
  copied: "Copied",
  addresses: {
    title: "Addresses",
    connect: "With sign-in, for the programs below",
    anonymous: "Public catalog without sign-in, and API keys",
    readonly: "Only tools that change nothing",
  },
  where: { terminal: "Command line", address: "Address" },
  integration: {
    on: "The integration {name} is turned on.",
    off: "The integration {name} is turned off. Turn it on first: {link}",
    missing: "The integration {name} does not exist on this server. The server operator must add it first.",
  },
  documentHost: {
    allowed: "Applications of {host} are allowed.",
    refused: "The program identifies itself with a document at {host}. Allow this host first: {link}",
  },
  remote: "Servers of the vendor connect to the school. Its address must be reachable from the internet.",
  hosts: {
    claude: {
      before:
        "In Claude on the web, the desktop or a phone, open `Customize`, `Connectors`. Select the plus button and `Add custom connector`. Enter a name and this address:",
      after: "Select `Connect` and sign in. On Team and Enterprise plans, an owner adds the connector first.",
    },
    claudeDesktop: {
      before:
        "For schools that cannot be reached from the internet. It needs Node.js. Open `Settings`, `Developer`, `Edit Config`, add the entry to the file, and restart Claude Desktop:",
      after: "A browser window opens for sign-in.",
    },
    claudeCode: {
      before: "Run this command:",
      after: "Then enter `/mcp` in Claude Code, select the server and sign in.",
    },
    chatgpt: {
      before:
        "Turn on `Developer mode` under `Settings`, `Security and login`. Open `chatgpt.com/plugins`, select the plus button and `Add custom MCP server`. Enter a name and this server URL, and select the authentication `OAuth`:",
      after: "Select `Create as a plugin` and sign in. A workspace can restrict this to its administrators.",
    },
    cursor: {
      before: "Add the entry to the file, for all projects or to `.cursor/mcp.json` of one project:",
      after:
        'Sign in when Cursor asks for it. If Cursor cannot register itself, create an OAuth application with the redirect URI `http://localhost:8787/callback` and add its client ID to the entry: `"auth": {"CLIENT_ID": "cli_…"}`.',
    },
    vscode: {
      before:
        "Run `MCP: Open User Configuration` from the Command Palette, or add the entry to the file of a workspace:",
      after: "Start the server, and sign in when VS Code asks for it.",
    },
    codex: {
      before: "Run the command, or add the entry to the file:",
      after: "If no browser window opens for sign-in, run `codex mcp login {server}`.",
    },
    gemini: {
      before: "Run the command, or add the entry to the file:",
      after: "Then enter `/mcp auth {server}` in Gemini CLI and sign in.",
    },
    n8n: {
      before:
        "Add the node `MCP Client Tool` to an AI agent, or `MCP Client` to a workflow. Select the transport `HTTP Streamable` and enter this endpoint:",
      after:
        "Select the authentication `Bearer Auth` with an API key of the school. n8n Cloud can sign in with `MCP OAuth2` instead, if its integration is turned on.",
    },
  },
};
