import type { Context } from "./context.ts";
import { Problem } from "./problem.ts";

/**
 * What an upsert is about: found by its external id, or else made. Of several at once one makes it, and the others find
 * what it made. Whoever has seen a version of it (`If-Match`) makes nothing (RFC 9110 §13.1.1).
 */
export async function findOrCreate<Known, Made>(
  { ifMatch }: Context,
  find: () => Promise<Known | undefined>,
  make: () => Promise<Made>,
): Promise<{ known: Known } | { made: Made }> {
  const known = await find();
  if (known !== undefined) return { known };
  if (ifMatch !== undefined) {
    throw new Problem("etag_mismatch", "There is nothing with this external_id yet. Leave If-Match out to make it.");
  }
  try {
    return { made: await make() };
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "conflict" && error.code !== "already_exists")) throw error;
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    return { known: meanwhile };
  }
}
