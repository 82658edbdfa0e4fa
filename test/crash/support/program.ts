import { type Connection, newConnection } from "./ledger.ts";
import type { HttpVisitor } from "../../support/browsers/http-visitor.ts";

export const redirectUri = "http://127.0.0.1:43117/callback";

interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Sends the requests of a program; `fetch` throws on a lost connection. */
export class TestProgram {
  readonly #origin: string;
  readonly clientId: string;

  constructor(origin: string, clientId: string) {
    this.#origin = origin;
    this.clientId = clientId;
  }

  #post(path: string, fields: Record<string, string>): Promise<Response> {
    const body = new URLSearchParams({ client_id: this.clientId, ...fields });
    return fetch(new URL(path, this.#origin), { method: "POST", body });
  }

  exchange({ code, verifier }: Connection): Promise<Response> {
    const fields = { code, code_verifier: verifier, redirect_uri: redirectUri };
    return this.#post("/api/oauth/token", { grant_type: "authorization_code", ...fields });
  }

  refresh(token: string): Promise<Response> {
    return this.#post("/api/oauth/token", { grant_type: "refresh_token", refresh_token: token });
  }

  revoke(token: string): Promise<Response> {
    return this.#post("/api/oauth/revoke", { token });
  }

  async userinfo(token: string): Promise<number> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(new URL("/api/oauth/userinfo", this.#origin), { headers });
    await response.arrayBuffer();
    return response.status;
  }

  async allow(visitor: HttpVisitor, ledger: Connection[]): Promise<Connection> {
    const { code, verifier } = await visitor.allow(this.clientId, redirectUri, "openid email");
    const connection = newConnection(code, verifier);
    ledger.push(connection);
    return connection;
  }

  async redeem(connection: Connection): Promise<void> {
    connection.codeState = "sent";
    await this.#keepTokens(connection, await this.exchange(connection));
    connection.codeState = "redeemed";
  }

  async rotate(connection: Connection): Promise<void> {
    const { refresh } = connection;
    refresh!.state = "sent";
    await this.#keepTokens(connection, await this.refresh(refresh!.token));
  }

  async revokeAccess(connection: Connection): Promise<void> {
    const access = connection.access.find(({ state }) => state === "live")!;
    access.state = "revoking";
    await requireOk(await this.revoke(access.token));
    access.state = "revoked";
  }

  async end(connection: Connection): Promise<void> {
    connection.state = "ending";
    await requireOk(await this.revoke(connection.refresh!.token));
    connection.state = "ended";
  }

  async #keepTokens(connection: Connection, response: Response): Promise<void> {
    const { access_token, refresh_token } = (await requireOk(response)) as Tokens;
    connection.access.push({ token: access_token, state: "live" });
    connection.refresh = { token: refresh_token, state: "fresh" };
  }
}

async function requireOk(response: Response): Promise<unknown> {
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text}`);
  return JSON.parse(text);
}
