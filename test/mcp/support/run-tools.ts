import assert from "node:assert/strict";
import { anOperatorAgent, type Json } from "./agent.ts";

export type Agent = Pick<Awaited<ReturnType<typeof anOperatorAgent>>, "call">;

export async function runTool(agent: Agent, name: string, args: Json): Promise<Json> {
  const { result, failure, error } = await agent.call(name, args);
  assert.deepEqual([failure, error], [undefined, undefined], name);
  return result;
}

export const rows = (result: Json | undefined) => result!["data"] as Json[];

export const inMarch = (day: number) => new Date(`2026-03-${String(day).padStart(2, "0")}T10:00:00Z`);
