declare module "samlp" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Request extends IncomingMessage {
    query: Record<string, string>;
    body: Record<string, string>;
  }

  type Handler = (request: Request, response: ServerResponse, next: (error: unknown) => void) => void;

  /** Answers requests to sign in with the form that carries the response. */
  export function auth(options: Record<string, unknown>): Handler;

  /** Answers and sends messages of single logout. */
  export function logout(options: Record<string, unknown>): Handler;

  /** Serves the metadata of the provider. */
  export function metadata(options: Record<string, unknown>): Handler;
}
