import { createHash, randomBytes } from "node:crypto";
import type { Page } from "../browser-session.ts";

export interface AClient {
  clientId: string;
  clientSecret?: string | undefined;
  redirectUri: string;
}

export const loopbackRedirect = "http://127.0.0.1:43117/callback";
export const httpsRedirect = "https://buddy.example.test/callback";

export const encode = (fields: Record<string, string | undefined>): string => {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  return form.toString();
};

export const newVerifier = () => randomBytes(32).toString("base64url");
export const challengeFor = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** A valid authorization request; `undefined` leaves a parameter out. */
export function authorizeUrl(client: AClient, extra: Record<string, string | undefined> = {}) {
  const verifier = newVerifier();
  const parameters = {
    response_type: "code",
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    scope: "openid",
    state: "xyz",
    code_challenge: challengeFor(verifier),
    code_challenge_method: "S256",
    ...extra,
  };
  return { url: `/oauth/authorize?${encode(parameters)}`, verifier };
}

/** The parameters of the response at the client's redirect URI. */
export function answerOf({ address, body, status }: Page) {
  if (!/^https?:/.test(address))
    throw new Error(`No redirect to the client, but ${status} at ${address}: ${body.slice(0, 1500)}`);
  const parameters = new URL(address).searchParams;
  return {
    location: address,
    code: parameters.get("code") ?? "",
    error: parameters.get("error"),
    description: parameters.get("error_description"),
    state: parameters.get("state"),
    iss: parameters.get("iss"),
  };
}
