/**
 * Cached data of a process: a site, or the signing keys of one, by the ID of the site. `mcp_lists` is for open streams of
 * the MCP server, whose callers have other lists now.
 */
export type ChangeTopic = "site" | "signing_keys" | "mcp_lists";

/** Announces changes to the other server processes of this machine, which then drop what they cached. */
export interface ChangeBus {
  /** Resolves when the other processes have dropped it, or after a second. */
  announce(topic: ChangeTopic, key: string): Promise<void>;
  /** Registers how this process drops it. */
  on(topic: ChangeTopic, drop: (key: string) => void): void;
}

/** The bus of a process without siblings. */
export const noSiblings: ChangeBus = { announce: async () => {}, on: () => {} };
