import { memberOf } from "#access/caller.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { isGenuine } from "#lib/secrets/previous-keys.ts";
import { codes, RpcError } from "./json-rpc.ts";

type Requester = Pick<RequestContext, "site" | "caller" | "now">;

/** Time for the user's response, in milliseconds. */
const lifetime = 10 * 60_000;

/** The host repeated a state that this server did not issue to this caller. */
export class InvalidState extends RpcError {
  constructor() {
    super(
      codes.invalidParams,
      "`requestState` is not the state of a result for this client and person at this site. Call again without `requestState` and `inputResponses`.",
    );
    this.name = "InvalidState";
  }
}

/** A verified state. */
export interface State {
  /** Digest of the call that the form showed. */
  shown: string;
  isExpired: boolean;
}

/**
 * Creates the state of an input request (MCP, multi round-trip requests). The host keeps it between two requests, so
 * it is signed: with a key of the installation, for the site, client and person of the request.
 */
export function issueState(key: Buffer, requester: Requester, shown: string): string {
  const expires = String(requester.now.getTime() + lifetime);
  return `${expires}.${shown}.${sign(key, requester, `${expires}.${shown}`).toString("base64url")}`;
}

/** Returns undefined if the host sent no state. Throws for a state with another signature. */
export function readState(key: Buffer, requester: Requester, state: unknown): State | undefined {
  if (state === undefined) return undefined;
  const [, expires = "", shown = "", signature = ""] =
    (typeof state === "string" && /^(\d{1,14})\.([\w-]{43})\.([\w-]{43})$/.exec(state)) || [];
  const input = Buffer.from(signature, "base64url");
  const isOurs =
    input.length > 0 && isGenuine(key, input, (accepted) => sign(accepted, requester, `${expires}.${shown}`));
  if (!isOurs) throw new InvalidState();
  return { shown, isExpired: Number(expires) <= requester.now.getTime() };
}

const sign = (key: Buffer, { site, caller }: Requester, signed: string): Buffer =>
  macOf(
    key,
    `mcp confirmation\n${site.id}\n${caller.kind === "token" ? caller.clientId : caller.kind}\n${memberOf(caller) ?? ""}\n${signed}`,
  );
