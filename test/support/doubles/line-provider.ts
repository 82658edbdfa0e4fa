import type { IncomingMessage } from "node:http";
import { type JWTPayload, SignJWT } from "jose";
import { type Manners, OpenIdProvider } from "./openid-provider.ts";

/** LINE: ID tokens signed with the channel secret, which its discovery document does not say, and no verified address. */
export class LineProvider extends OpenIdProvider {
  override readonly clientId: string = "1234567890";
  override readonly clientSecret: string = "0123456789abcdef0123456789abcdef";
  /** Key of the signature, if it is another one than the channel secret. */
  signingSecret: string | undefined;
  /** True to sign with the published key, as LINE does for apps. */
  signsWithKey = false;

  override manners: Manners = {
    metadata: {
      id_token_signing_alg_values_supported: ["ES256"],
      token_endpoint_auth_methods_supported: undefined,
      authorization_response_iss_parameter_supported: undefined,
    },
    response: { iss: undefined },
  };

  override async sign(claims: Record<string, unknown>): Promise<string> {
    if (this.signsWithKey) return super.sign(claims);
    const payload: JWTPayload = claims;
    const secret = Buffer.from(this.signingSecret ?? this.clientSecret);
    return new SignJWT(payload).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(secret);
  }

  protected override async isClient(_request: IncomingMessage, form: URLSearchParams): Promise<boolean> {
    return form.get("client_id") === this.clientId && form.get("client_secret") === this.clientSecret;
  }
}

export async function aLineProvider(): Promise<LineProvider> {
  const provider = new LineProvider();
  await provider.rotate();
  return provider;
}
