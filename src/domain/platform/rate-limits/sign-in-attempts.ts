import { rows, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { keyOf, type Limit, type LimitCounter } from "./rate-limits.ts";

type Scope = Pick<Context, "db" | "now">;

/** Increments a counter that all sites of the installation share. */
export async function countAcrossSites({ db, now }: Scope, limit: Limit, subject: string): Promise<LimitCounter> {
  const expiresAt = new Date(now.getTime() + limit.seconds * 1000);
  // A window that ends far later than a new one was started by a clock that has been reset since. The clocks of two
  // processes may differ by seconds.
  const isOpen = sql`sign_in_attempts.expires_at > ${now}
    and sign_in_attempts.expires_at - excluded.expires_at <= interval '1 minute'`;
  return db.write.one<LimitCounter>`
    insert into sign_in_attempts ${rows({ digest: keyOf(limit, subject), count: 1, expiresAt })}
    on conflict (digest) do update
    set count = case when ${isOpen} then sign_in_attempts.count + 1 else 1 end,
        expires_at = case when ${isOpen} then sign_in_attempts.expires_at else excluded.expires_at end
    returning count, expires_at`;
}

/** Decrements a counter that all sites share, after an attempt that was no failure. */
export async function uncountAcrossSites({ db, now }: Scope, limit: Limit, subject: string): Promise<void> {
  await db.run`
    update sign_in_attempts set count = greatest(count - 1, 0)
     where digest = ${keyOf(limit, subject)} and expires_at > ${now}`;
}
