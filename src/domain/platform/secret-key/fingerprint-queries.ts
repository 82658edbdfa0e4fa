import type { Queries } from "#database/database.ts";

export const findFingerprint = async (db: Queries): Promise<Buffer | undefined> =>
  (await db.first<{ fingerprint: Buffer }>`select fingerprint from secret_key_fingerprint`)?.fingerprint;

/** Stores the fingerprint unless one exists. */
export async function insertFingerprint(db: Queries, fingerprint: Buffer, now: Date): Promise<void> {
  await db.run`
    insert into secret_key_fingerprint (fingerprint, created_at) values (${fingerprint}, ${now})
    on conflict do nothing`;
}

export async function replaceFingerprint(db: Queries, fingerprint: Buffer, now: Date): Promise<void> {
  await db.run`
    insert into secret_key_fingerprint (fingerprint, created_at) values (${fingerprint}, ${now})
    on conflict (only_row) do update set fingerprint = excluded.fingerprint, created_at = excluded.created_at`;
}
