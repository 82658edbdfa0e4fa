import type { Adapter, Payload } from "oidc-provider";
import type pg from "pg";

const find = "select payload, consumed_at from oidc_payloads where type = $1 and id = $2";
const findByUid = "select payload, consumed_at from oidc_payloads where uid = $2 and type = $1";
const upsert = `
  insert into oidc_payloads (type, id, payload, grant_id, uid, expires_at) values ($1, $2, $3, $4, $5, $6)
  on conflict (type, id) do update set
    payload = excluded.payload, grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`;
const consume = "update oidc_payloads set consumed_at = now() where type = $1 and id = $2";
const destroy = "delete from oidc_payloads where type = $1 and id = $2";
const revokeByGrantId = "delete from oidc_payloads where grant_id = $2 and type = $1";

/**
 * PostgreSQL adapter of one model. Each call is one named prepared statement. No call needs a transaction, because
 * oidc-provider performs its calls one by one and treats each as final.
 */
export function postgresAdapter(pool: pg.Pool, type: string): Adapter {
  const run = (name: string, text: string, values: unknown[]) =>
    pool.query<{ payload: Payload; consumed_at: Date | null }>({ name, text, values });

  const first = async (name: string, text: string, key: string) => {
    const row = (await run(name, text, [type, key])).rows[0];
    return row && (row.consumed_at ? { ...row.payload, consumed: epochSeconds(row.consumed_at) } : row.payload);
  };

  return {
    find: (id) => first("find", find, id),
    findByUid: (uid) => first("find_by_uid", findByUid, uid),
    // User codes belong to the device flow, which is disabled.
    findByUserCode: () => Promise.resolve(undefined),
    async upsert(id, payload, expiresIn) {
      await run("upsert", upsert, [type, ...columns(id, payload, expiresIn)]);
    },
    async consume(id) {
      await run("consume", consume, [type, id]);
    },
    async destroy(id) {
      await run("destroy", destroy, [type, id]);
    },
    async revokeByGrantId(grantId) {
      await run("revoke_by_grant_id", revokeByGrantId, [type, grantId]);
    },
  };
}

/** id, payload, grant_id, uid, expires_at. */
export function columns(id: string, payload: Payload, expiresIn: number | undefined) {
  const expiresAt = expiresIn === undefined ? null : new Date(Date.now() + expiresIn * 1000);
  return [id, JSON.stringify(payload), payload["grantId"] ?? null, payload["uid"] ?? null, expiresAt] as const;
}

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000);
