import { createHash, randomBytes } from "node:crypto";
import type pg from "pg";
import { formatId } from "#domain/platform/ids.ts";
import { openCredentials } from "../lectern/credentials.ts";
import { redirectUri, type School, secret } from "./school.ts";
import { Visitor } from "./visitor.ts";

export interface Tokens {
  access: string;
  refresh: string;
}

/** Credentials of one cycle. The rows of the previous cycle become old and are deleted. */
export interface Credentials {
  /** Cookies of members who have authorized the operator client. */
  sessions: string[];
  confidentialTokens: string[];
  memberTokens: string[];
  /** Received with codes. */
  tokens: Tokens[];
  owner: Visitor;
  student: Visitor;
}

const scopes = ["openid", "email"] as const;

/** Creates the credentials of each cycle. Members consent once. */
export async function openIssuer(pool: pg.Pool, { origin, siteId, members, ...clients }: School) {
  const credentials = openCredentials(pool);
  const holder = (clientId: string) => ({ siteId, members, clientId });
  await credentials.consents(holder(clients.operatorClient), { redirectUri, scopes });
  const cookie = `lectern_session_${new URL(origin).port}`;

  return async (): Promise<Credentials> => {
    const secrets = await credentials.sessions(holder(clients.operatorClient), members.length);
    const confidential = await credentials.tokens(holder(clients.confidentialClient), scopes, members.length);
    const member = await credentials.tokens(holder(clients.memberClient), [...scopes, "account:read"], members.length);
    return {
      sessions: secrets.map((value) => `${cookie}=${value}`),
      confidentialTokens: confidential.map(({ access }) => access),
      memberTokens: member.map(({ access }) => access),
      tokens: [],
      owner: await Visitor.signIn(origin, clients.owner),
      student: await Visitor.signIn(origin, clients.student),
    };
  };
}

/** Requests a code with a remembered session, and exchanges it. */
export async function authorize(school: School, cookie: string): Promise<Tokens> {
  const verifier = randomBytes(32).toString("base64url");
  const clientId = formatId("client", school.operatorClient);
  const query = new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    state: randomBytes(9).toString("base64url"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  const authorized = await fetch(`${school.origin}/oauth/authorize?${query.toString()}`, {
    headers: { cookie, accept: "text/html" },
    redirect: "manual",
  });
  await authorized.arrayBuffer();
  const code = new URL(authorized.headers.get("location") ?? "", school.origin).searchParams.get("code");
  if (!code) throw new Error(`Expected a code, but found ${authorized.status} ${authorized.headers.get("location")}`);
  return tokensOf(
    await postForm(school, "/api/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  );
}

export async function refresh(school: School, { refresh: token }: Tokens): Promise<Tokens> {
  const client_id = formatId("client", school.operatorClient);
  return tokensOf(
    await postForm(school, "/api/oauth/token", { grant_type: "refresh_token", client_id, refresh_token: token }),
  );
}

export const revoke = (school: School, { refresh: token }: Tokens) =>
  postForm(school, "/api/oauth/revoke", { client_id: formatId("client", school.operatorClient), token });

export const introspect = (school: School, token: string) =>
  postForm(school, "/api/oauth/introspect", {
    client_id: formatId("client", school.confidentialClient),
    client_secret: secret,
    token,
  });

async function postForm({ origin }: School, path: string, fields: Record<string, string>): Promise<string> {
  const response = await fetch(origin + path, { method: "POST", body: new URLSearchParams(fields) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

function tokensOf(answer: string): Tokens {
  const { access_token, refresh_token } = JSON.parse(answer) as { access_token: string; refresh_token: string };
  return { access: access_token, refresh: refresh_token };
}
