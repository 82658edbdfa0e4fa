import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { Client } from "../clients/client.ts";
import type { OAuthError } from "../error.ts";
import type { Form } from "../form.ts";
import type { KeyRing } from "../key-ring.ts";
import type { TokenResponse } from "./token-response.ts";

/**
 * A grant type of the token endpoint. `attempt` succeeds or has no effect, in one statement; `refuse` finds the reason
 * afterwards.
 */
export interface Grant {
  attempt(context: RequestContext, client: Client, form: Form, keyRing: KeyRing): Promise<TokenResponse | undefined>;
  refuse(context: Context, client: Client, form: Form): Promise<OAuthError>;
}
