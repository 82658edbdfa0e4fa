import type { Context } from "./context.ts";
import { Problem } from "./problem.ts";
import { requireVersion } from "./version.ts";

/**
 * Finds a resource by its external id, or creates it (upsert). Of concurrent requests one creates it, and the others
 * find the result. With `If-Match`, never creates (RFC 9110 §13.1.1).
 */
export async function findOrCreate<Known, Made>(
  context: Pick<Context, "ifMatch" | "ifNoneMatch">,
  find: () => Promise<Known | undefined>,
  make: () => Promise<Made>,
): Promise<{ known: Known } | { made: Made }> {
  const existing = await find();
  if (existing !== undefined) return { known: existing };
  requireVersion(context, undefined);
  try {
    return { made: await make() };
  } catch (error) {
    if (!(error instanceof Problem) || (error.code !== "conflict" && error.code !== "already_exists")) throw error;
    const meanwhile = await find();
    if (meanwhile === undefined) throw error;
    return { known: meanwhile };
  }
}
