import { auth, createMCPClient } from "@ai-sdk/mcp";
import { call, openHost, report } from "./host.mjs";

const url = `${process.argv[2]}/mcp/connect`;
const { provider, answer, close } = await openHost();
const connect = () => createMCPClient({ transport: { type: "http", url, authProvider: provider } });

await connect().then(
  () => Promise.reject(new Error("Connected without sign-in.")),
  () => {},
);
await auth(provider, { serverUrl: url, authorizationCode: (await answer).get("code") });
const client = await connect();
const tools = await client.tools();
const result = await tools[call.name].execute(call.arguments, { toolCallId: "1", messages: [] });
report(result.structuredContent);
await client.close();
close();
