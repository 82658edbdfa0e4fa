import type { IncomingMessage } from "node:http";
import { type CryptoKey, exportPKCS8, generateKeyPair, jwtVerify } from "jose";
import { type Manners, OpenIdProvider } from "./openid-provider.ts";

/** Response that the browser posts to the school from a page of the provider. */
export interface PostedResponse {
  path: string;
  form: Record<string, string>;
}

/** Apple: signed client secrets, posted responses, the name in the first one only, and no UserInfo. */
export class AppleProvider extends OpenIdProvider {
  readonly teamId = "TEAM123456";
  readonly keyId = "KEY1234567";
  /** Text of the .p8 file. */
  privateKey = "";
  /** Client secrets that were sent. */
  readonly secrets: string[] = [];
  #publicKey!: CryptoKey;

  override manners: Manners = {
    metadata: {
      response_modes_supported: ["query", "fragment", "form_post"],
      token_endpoint_auth_methods_supported: ["client_secret_post"],
      userinfo_endpoint: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    response: { iss: undefined },
  };

  async createKey(): Promise<void> {
    const pair = await generateKeyPair("ES256", { extractable: true });
    this.privateKey = await exportPKCS8(pair.privateKey);
    this.#publicKey = pair.publicKey;
  }

  /** The person signs in. `user` is what Apple sends at the first sign-in only. */
  post(address: string, claims: Record<string, unknown>, user?: object): PostedResponse {
    const query = new URL(address).searchParams;
    if (query.get("response_mode") !== "form_post") throw new Error("Apple wants response_mode=form_post.");
    return this.postValues(this.approve(address, claims), user);
  }

  /** The person cancels. */
  postCancel(address: string): PostedResponse {
    return this.postValues(this.answerTo(address, { error: "user_cancelled_authorize" }));
  }

  private postValues(answer: string, user?: object): PostedResponse {
    const url = new URL(answer, this.issuer);
    const form = { ...Object.fromEntries(url.searchParams), ...(user && { user: JSON.stringify(user) }) };
    return { path: url.pathname, form };
  }

  protected override async isClient(_request: IncomingMessage, form: URLSearchParams): Promise<boolean> {
    const secret = form.get("client_secret") ?? "";
    this.secrets.push(secret);
    const { protectedHeader, payload } = await jwtVerify(secret, this.#publicKey, {
      algorithms: ["ES256"],
      issuer: this.teamId,
      audience: this.issuer,
      subject: this.clientId,
      requiredClaims: ["iat", "exp"],
    });
    const { iat = 0, exp = 0 } = payload;
    return protectedHeader.kid === this.keyId && exp - iat <= 15_777_000 && form.get("client_id") === this.clientId;
  }
}

export async function anAppleProvider(): Promise<AppleProvider> {
  const provider = new AppleProvider();
  await provider.rotate();
  await provider.createKey();
  return provider;
}
