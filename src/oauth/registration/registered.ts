import type { Client } from "../clients/client.ts";

export interface Registered {
  client: Client;
  /** Returned once. */
  secret: string | null;
}
