import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { call, openHost, report } from "./host.mjs";

const url = `${process.argv[2]}/mcp/connect`;
const { provider, answer, close } = await openHost();
const newClient = () =>
  new MultiServerMCPClient({ mcpServers: { school: { transport: "http", url, authProvider: provider } } });

await newClient()
  .getTools()
  .then(
    () => Promise.reject(new Error("Connected without sign-in.")),
    () => {},
  );
await auth(provider, { serverUrl: url, authorizationCode: (await answer).get("code") });
const client = newClient();
const tools = await client.getTools();
const tool = tools.find(({ name }) => name === call.name);
const { structuredContent } = await tool.invoke(call.arguments);
report(structuredContent);
await client.close();
close();
