import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";

/**
 * Remembers a message of a provider until it expires: a logout token, an assertion or a logout request. Returns false if
 * it was used before, in any process.
 */
export async function useOnce({ db, site }: Context, message: string, expiresAt: Date): Promise<boolean> {
  const used = await db.run`
    insert into used_logout_tokens ${rows({ siteId: site.id, digest: digest(message), expiresAt })}
    on conflict do nothing`;
  return used === 1;
}
