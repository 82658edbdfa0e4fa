import type { Row } from "../harness/contender.ts";

/** Rows of the comparison. Every single response must contain `contains`. */
export const rows: readonly Row[] = [
  {
    name: "authorize",
    title: "authorize, session and consent remembered",
    expect: { status: 303, contains: "code=" },
    consumes: false,
    target: 4,
  },
  {
    name: "token-code",
    title: "token: code + PKCE, with id_token",
    expect: { status: 200, contains: '"id_token":' },
    consumes: true,
    target: 3,
  },
  {
    name: "token-refresh",
    title: "token: refresh with rotation",
    expect: { status: 200, contains: '"refresh_token":' },
    consumes: true,
    target: 4,
  },
  {
    name: "token-refresh-plain",
    title: "token: refresh with rotation, without openid",
    expect: { status: 200, contains: '"refresh_token":' },
    consumes: true,
  },
  {
    name: "userinfo",
    title: "userinfo",
    expect: { status: 200, contains: '"email":' },
    consumes: false,
    target: 5,
  },
  {
    name: "introspection",
    title: "introspection, active token",
    expect: { status: 200, contains: '"active":true' },
    consumes: false,
    target: 4,
  },
  {
    name: "revocation",
    title: "revocation of a refresh token",
    expect: { status: 200, contains: "" },
    consumes: true,
    target: 3,
  },
  {
    name: "discovery",
    title: "discovery document",
    expect: { status: 200, contains: '"token_endpoint":' },
    consumes: false,
    target: 4,
  },
  {
    name: "jwks",
    title: "JWKS",
    expect: { status: 200, contains: '"keys":' },
    consumes: false,
    target: 3,
  },
];

export type RowName =
  | "authorize"
  | "token-code"
  | "token-refresh"
  | "token-refresh-plain"
  | "userinfo"
  | "introspection"
  | "revocation"
  | "discovery"
  | "jwks";
