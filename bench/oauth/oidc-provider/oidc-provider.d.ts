/** The parts of oidc-provider 9 that the benchmark uses. The package has no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Payload = Record<string, unknown>;

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    findByUserCode(userCode: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface Model {
    jti: string;
    save(lifetime?: number): Promise<string>;
  }
  interface GrantModel extends Model {
    addOIDCScope(scope: string): void;
  }

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: string, listener: (...values: unknown[]) => void): this;
    readonly Grant: new (properties: Payload) => GrantModel;
    readonly Session: new (properties: Payload) => Model;
    readonly AuthorizationCode: new (properties: Payload) => Model;
    readonly AccessToken: new (properties: Payload) => Model;
    readonly RefreshToken: new (properties: Payload) => Model;
  }
}
