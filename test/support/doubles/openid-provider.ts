import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from "jose";
import { newId } from "#domain/platform/ids.ts";
import { type Application, anApplication, sendJson } from "./document-web.ts";

type Json = Record<string, unknown>;

interface Grant {
  redirectUri: string;
  challenge: string;
  nonce: string;
  claims: Json;
}

/** Deviations of a provider from the protocol or from other providers. */
export interface Manners {
  /** Replaces parts of the discovery document. */
  metadata?: Json;
  /** Replaces claims of the ID token, after they are made. */
  idToken?: Json;
  /** `none`: unsigned. `public`: HS256 with the public key as the secret. `stranger`: a key that is not published. */
  signature?: "none" | "public" | "stranger";
  /** Claims of UserInfo. Default: those of the person. */
  userInfo?: Json;
  /** Parameters of the authorization response. Undefined leaves one out. */
  response?: Record<string, string | undefined>;
  /** Answers requests itself, if it returns true. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** An OpenID provider on the simulated internet, as a counterpart that can misbehave. */
export class OpenIdProvider {
  readonly application: Application;
  readonly issuer: string;
  readonly clientId: string = "school";
  readonly clientSecret: string = "a secret of the school & its provider";
  manners: Manners = {};
  /** Forms that the token endpoint received. */
  readonly exchanges: URLSearchParams[] = [];
  readonly #grants = new Map<string, Grant>();
  #key!: { kid: string; private: Parameters<SignJWT["sign"]>[0]; public: JWK };
  #published: JWK[] = [];

  constructor() {
    this.application = anApplication();
    this.issuer = `https://${this.application.host}`;
    this.application.respond = (request, response) => void this.#respond(request, response);
  }

  /** Signs with a new key from now on. The old one is no longer published. */
  async rotate(): Promise<void> {
    const pair = await generateKeyPair("ES256", { extractable: true });
    const kid = newId();
    const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: "ES256", use: "sig" };
    this.#key = { kid, private: pair.privateKey, public: jwk };
    this.#published = [jwk];
  }

  /** The person signs in at the address, with these claims. Returns the address to which the browser returns. */
  approve(address: string, claims: Json): string {
    const query = new URL(address).searchParams;
    const code = newId();
    this.#grants.set(code, {
      redirectUri: query.get("redirect_uri")!,
      challenge: query.get("code_challenge")!,
      nonce: query.get("nonce")!,
      claims,
    });
    return this.answerTo(address, { code });
  }

  /** The provider's response to a request. */
  answerTo(address: string, values: Record<string, string | undefined>): string {
    const query = new URL(address).searchParams;
    const back = new URL(query.get("redirect_uri")!);
    const all = { state: query.get("state")!, iss: this.issuer, ...values, ...this.manners.response };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) back.searchParams.set(name, value);
    return back.pathname + back.search;
  }

  /** A token signed as an ID token is. */
  async sign(claims: Json, header: Json = {}): Promise<string> {
    const payload: JWTPayload = claims;
    const { signature } = this.manners;
    if (signature === "none") return `${encode({ alg: "none", ...header })}.${encode(payload)}.`;
    if (signature === "public") {
      const signed = `${encode({ alg: "HS256", kid: this.#key.kid, ...header })}.${encode(payload)}`;
      const mac = createHmac("sha256", JSON.stringify(this.#key.public)).update(signed);
      return `${signed}.${mac.digest("base64url")}`;
    }
    const key = signature === "stranger" ? (await generateKeyPair("ES256")).privateKey : this.#key.private;
    return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid: this.#key.kid, ...header }).sign(key);
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.manners.answer?.(request, response)) return;
    const { pathname } = new URL(request.url!, this.issuer);
    if (pathname === "/.well-known/openid-configuration") return sendJson(response, this.#metadata());
    if (pathname === "/jwks") return sendJson(response, { keys: this.#published });
    if (pathname === "/token") return this.#exchange(request, response);
    if (pathname === "/userinfo") {
      const [, claims = ""] = /^Bearer (.*)$/.exec(request.headers.authorization ?? "") ?? [];
      const ownClaims = JSON.parse(Buffer.from(claims, "base64url").toString()) as Json;
      return sendJson(response, { sub: ownClaims["sub"], ...(this.manners.userInfo ?? ownClaims) });
    }
    response.writeHead(404).end();
  }

  #metadata(): Json {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ["code"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: ["ES256", "RS256", "HS256", "none"],
      token_endpoint_auth_methods_supported: ["client_secret_basic"],
      authorization_response_iss_parameter_supported: true,
      ...this.manners.metadata,
    };
  }

  /** The client authenticates in the way of the provider. */
  protected async isClient(request: IncomingMessage, _form: URLSearchParams): Promise<boolean> {
    const secret = [this.clientId, this.clientSecret].map((text) => encodeURIComponent(text).replaceAll("%20", "+"));
    return request.headers.authorization === `Basic ${Buffer.from(secret.join(":")).toString("base64")}`;
  }

  async #exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    this.exchanges.push(form);
    const code = form.get("code") ?? "";
    const grant = this.#grants.get(code);
    this.#grants.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (
      !(await this.isClient(request, form)) ||
      grant?.challenge !== challenge ||
      grant.redirectUri !== form.get("redirect_uri")
    ) {
      response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
      return;
    }
    const now = Math.floor(Date.now() / 1000);
    const token = { iss: this.issuer, aud: this.clientId, iat: now, exp: now + 300, nonce: grant.nonce };
    const idToken = await this.sign({ ...token, ...grant.claims, ...this.manners.idToken });
    const accessToken = Buffer.from(JSON.stringify(grant.claims)).toString("base64url");
    sendJson(response, { access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token: idToken });
  }
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

export async function anOpenIdProvider(): Promise<OpenIdProvider> {
  const provider = new OpenIdProvider();
  await provider.rotate();
  return provider;
}
