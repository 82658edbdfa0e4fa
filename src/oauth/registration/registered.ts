import type { Client } from "../clients/client.ts";

/** What a registration is answered. */
export interface Registered {
  client: Client;
  /** Told once. */
  secret: string | null;
}
