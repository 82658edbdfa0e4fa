import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { MCPServerStreamableHttp } from "@openai/agents";
import { call, openHost, report } from "./host.mjs";

const url = `${process.argv[2]}/mcp/connect`;
const { provider, answer, close } = await openHost();
const connect = async () => {
  const server = new MCPServerStreamableHttp({ url, authProvider: provider, name: "School" });
  await server.connect();
  return server;
};

await connect().then(
  () => Promise.reject(new Error("Connected without sign-in.")),
  () => {},
);
await auth(provider, { serverUrl: url, authorizationCode: (await answer).get("code") });
const server = await connect();
const tools = await server.listTools();
if (!tools.some(({ name }) => name === call.name)) throw new Error(`${call.name} is not listed.`);
const [content] = await server.callTool(call.name, call.arguments);
report(JSON.parse(content.text));
await server.close();
close();
