import type { Json } from "../support/agent.ts";

/** A request for a fixture. */
export interface FixtureRequest {
  args: Json;
  params: Json;
  meta: Json;
  notify: (notification: object) => void;
}

export type Fixture = (request: FixtureRequest) => object | Promise<object>;

/** Its schema takes no arguments by default. */
export type FixtureTool = readonly [name: string, description: string, answer: Fixture, inputSchema?: object];
