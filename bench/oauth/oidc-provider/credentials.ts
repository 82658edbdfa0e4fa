import type { JsonWebKey } from "node:crypto";
import { type Adapter, type Payload, Provider } from "oidc-provider";
import type pg from "pg";
import { longLived, members, newPkce, plainScopes, redirectUri, scope, times } from "../scenario.ts";
import { columns } from "./adapter.ts";
import { configuration } from "./configuration.ts";

export const publicClient = "public-client";
export const confidentialClient = { id: "confidential-client", secret: "a secret that only the two of us know" };

/**
 * Creates credentials with oidc-provider's own models and an adapter that collects the rows. Then inserts them in one
 * statement, because preparation would otherwise dominate the run.
 */
export function openCredentials(pool: pg.Pool, issuer: string, signingKey: JsonWebKey) {
  const collected: { type: string; row: ReturnType<typeof columns> }[] = [];
  const provider = new Provider(
    issuer,
    configuration({
      signingKey,
      adapter: (type) => collecting((...item) => collected.push({ type, row: columns(...item) })),
      findAccount: () => Promise.resolve(undefined),
    }),
  );

  async function flush() {
    const rows = collected.splice(0);
    const column = (index: number) => rows.map(({ row }) => row[index]);
    await pool.query(
      `insert into oidc_payloads (type, id, payload, grant_id, uid, expires_at)
       select * from unnest($1::text[], $2::text[], $3::jsonb[], $4::text[], $5::text[], $6::timestamptz[])`,
      [rows.map(({ type }) => type), column(0), column(1), column(2), column(3), column(4)],
    );
  }

  async function grant(clientId: string, accountId: string) {
    const made = new provider.Grant({ clientId, accountId });
    made.addOIDCScope(scope);
    return made.save();
  }

  /** Shared properties of a code and its tokens. Each chain has its own grant. */
  async function chain(clientId: string, index: number, granted = scope): Promise<Payload> {
    const accountId = `member-${index % members}`;
    const grantId = await grant(clientId, accountId);
    const base = { accountId, clientId, grantId, scope: granted, sessionUid: grantId, expiresWithSession: false };
    return { ...base, claims: {}, expiresIn: longLived };
  }

  async function make<Item>(count: number, one: (index: number) => Promise<Item>): Promise<Item[]> {
    const made = await Promise.all(times(count, one));
    await flush();
    return made;
  }

  const authTime = Math.floor(Date.now() / 1000);
  return {
    /** Cookies of browsers with a signed-in member who has consented to the public client. */
    sessions: (count: number) =>
      make(count, async (index) => {
        const accountId = `member-${index % members}`;
        const grantId = await grant(publicClient, accountId);
        const authorizations = { [publicClient]: { sid: grantId, grantId, persistsLogout: true } };
        return new provider.Session({ accountId, loginTs: authTime, authorizations }).save(longLived);
      }),
    codes: (count: number) =>
      make(count, async (index) => {
        const { verifier, challenge } = newPkce();
        const request = { redirectUri, codeChallenge: challenge, codeChallengeMethod: "S256", nonce: "n-0S6_WzA2Mj" };
        const code = new provider.AuthorizationCode({ ...(await chain(publicClient, index)), ...request, authTime });
        return { code: await code.save(), verifier };
      }),
    refreshTokens: (count: number, granted: readonly string[] = plainScopes) =>
      make(count, async (index) => {
        const family = await chain(publicClient, index, granted.join(" "));
        await new provider.AccessToken({ ...family, gty: "authorization_code" }).save();
        return new provider.RefreshToken({ ...family, gty: "authorization_code", rotations: 0, authTime }).save();
      }),
    accessTokens: (count: number, clientId: string) =>
      make(count, async (index) => new provider.AccessToken(await chain(clientId, index)).save()),
  };
}

const nothing = () => Promise.resolve(undefined);

function collecting(collect: (id: string, payload: Payload, expiresIn?: number) => void): Adapter {
  return {
    upsert: (id, payload, expiresIn) => Promise.resolve(collect(id, payload, expiresIn)),
    find: nothing,
    findByUid: nothing,
    findByUserCode: nothing,
    consume: nothing,
    destroy: nothing,
    revokeByGrantId: nothing,
  };
}
