/**
 * What the server has answered, as the clients remember it. A step is written down before it is sent and again once it
 * is answered: whatever was under way when the server died may or may not have happened.
 */
export interface Connection {
  code: string;
  verifier: string;
  /** sent: the exchange was not answered; redeemed: it was, with tokens. */
  codeState: "issued" | "sent" | "redeemed";
  access: { token: string; state: "live" | "revoking" | "revoked" }[];
  /** The refresh token that was answered last. */
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
