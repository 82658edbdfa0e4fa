/**
 * Acknowledged responses, as the clients recorded them. A step is recorded before it is sent and again after its
 * response: a step in flight at a kill may or may not have happened.
 */
export interface Connection {
  code: string;
  verifier: string;
  /** sent: the exchange was not answered; redeemed: it returned tokens. */
  codeState: "issued" | "sent" | "redeemed";
  access: { token: string; state: "live" | "revoking" | "revoked" }[];
  /** The last refresh token received. */
  refresh: { token: string; state: "fresh" | "sent" } | undefined;
  /** Whether the refresh token was revoked, and with it everything of this connection. */
  state: "live" | "ending" | "ended";
}

export const newConnection = (code: string, verifier: string): Connection => ({
  code,
  verifier,
  codeState: "issued",
  access: [],
  refresh: undefined,
  state: "live",
});
