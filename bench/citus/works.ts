import type { Database } from "#database/database.ts";
import { digest } from "#lib/secrets/secret.ts";
import { rotateRefreshToken } from "#oauth/rotate-refresh-token.ts";
import { newTokenPair } from "#oauth/token-pair.ts";
import { findTokenStatus } from "#oauth/token-status.ts";
import type { FilledSite } from "./fill.ts";

const concurrency = 32;

interface Work {
  name: string;
  run(db: Database, of: FilledSite, member: number): Promise<void>;
}

export const works: readonly Work[] = [
  {
    name: "token check",
    async run(db, { site, tokens }, member) {
      const found = await findTokenStatus({ db, site }, tokens[member]!.access, new Date());
      if (!found) throw new Error("A valid token was rejected.");
    },
  },
  {
    name: "refresh with rotation",
    async run(db, { site, client, tokens }, member) {
      const now = new Date();
      const { refresh } = tokens[member]!;
      const pair = newTokenPair(site, now);
      const context = { db, site, now, caller: { kind: "system" }, requestId: null, address: null } as const;
      const rotation = { refreshDigest: digest(refresh), scopes: null };
      if (!(await rotateRefreshToken(context, client, rotation, pair))) throw new Error("A token was rejected.");
      tokens[member] = { access: pair.access, refresh: pair.refresh };
    },
  },
];

/** Returns completed requests per second. Each request in flight has members of its own, and alternates between sites. */
export async function measure(work: Work, db: Database, sites: readonly FilledSite[], ms: number): Promise<number> {
  const end = performance.now() + ms;
  let done = 0;
  const worker = async (first: number) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const of = sites[(first + turn) % sites.length]!;
      const membersEach = Math.floor(of.tokens.length / concurrency);
      await work.run(db, of, first * membersEach + (turn % membersEach));
      done++;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: concurrency }, (_, index) => worker(index)));
  return (done * 1000) / (performance.now() - start);
}
