import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { rateLimited } from "#domain/platform/problem.ts";
import { limitConcurrency } from "#lib/work/limit-concurrency.ts";
import { shareOfMachine } from "#lib/work/share-of-machine.ts";

/** argon2id with the first of OWASP's recommended parameters: 19 MiB, two passes, one lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Dummy hash to compare with for unknown accounts. */
const dummyHash = "$argon2id$v=19$m=19456,t=2,p=1$wtlXskBBgVcEhX391Za9pw$58zKON8OfFoT+M9UZYy1nlpSRKb4y+WlcqfLw7Dv50E";

/** Hashing uses memory and threads that the process needs elsewhere; the queue is bounded and rejects the excess. */
const inTurn = limitConcurrency({
  maxRunning: shareOfMachine(Math.min(3, Math.max(2, availableParallelism()))),
  maxWaiting: 300,
  refusal: () => rateLimited(5),
});

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize("NFC"), parameters));

/** Takes equally long without a hash, so that response times do not reveal which accounts exist. */
export async function verifyPassword(hashed: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(() => verify(hashed ?? dummyHash, password.normalize("NFC")));
  return matches && hashed !== null;
}
