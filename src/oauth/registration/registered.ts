import type { Client } from "../clients/client.ts";

/** The result of a registration. */
export interface Registered {
  client: Client;
  /** Returned once. */
  secret: string | null;
}
