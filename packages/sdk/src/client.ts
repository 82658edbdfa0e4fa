import { createClient as createGenerated } from "./generated/client/index.ts";
import type { Client } from "./generated/client/index.ts";
import { createTransport, type TokenSource, type TransportOptions } from "./transport.ts";

export interface LecternOptions extends Omit<TransportOptions, "token"> {
  /** The origin of the school: `https://learn.school.example`. */
  origin: string;
  /** An API key (`lak_…`). */
  apiKey?: string;
  /** An access token, or a function that returns one, such as `refreshingToken`. */
  token?: string | TokenSource;
}

/** Creates the client that the functions of `@lectern/sdk/functions` need. */
export function createClient({ origin, apiKey, token, ...options }: LecternOptions): Client {
  const credential = token ?? apiKey;
  if (credential === undefined) throw new TypeError("Pass apiKey or token.");
  const transport = createTransport({ ...options, token: credential });
  return createGenerated({ baseUrl: new URL(origin).origin, fetch: transport, throwOnError: true });
}
