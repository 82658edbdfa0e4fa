import type { CopyClient } from "#database/copy/open-copy-client.ts";

/** Returns whether the database has a site or an account. All other rows belong to one of them or to a release. */
export async function hasData(client: CopyClient): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    "select name from unnest(array['sites', 'accounts']) as name where to_regclass(name) is not null",
  );
  for (const { name } of rows) if ((await client.query(`select from ${name} limit 1`)).rowCount !== 0) return true;
  return false;
}
