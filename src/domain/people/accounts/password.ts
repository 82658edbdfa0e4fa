import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { rateLimited } from "#domain/platform/problem.ts";
import { limitConcurrency } from "#lib/limit-concurrency.ts";

/** argon2id with the first of OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The hash of a password that nobody has: what an unknown person's attempt is compared with. */
const nobodys = "$argon2id$v=19$m=19456,t=2,p=1$wtlXskBBgVcEhX391Za9pw$58zKON8OfFoT+M9UZYy1nlpSRKb4y+WlcqfLw7Dv50E";

/** Hashing fills memory and threads that the rest of the process needs too; who waits behind hundreds is told so. */
const inTurn = limitConcurrency({
  running: Math.min(3, Math.max(2, availableParallelism())),
  waiting: 300,
  refusal: () => rateLimited(5),
});

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize("NFC"), parameters));

/** Takes as long when there is no hash, so that an answer's time does not tell who has an account. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(hashed ?? nobodys, password.normalize("NFC")));
  return matches && hashed !== null;
}
