import type { Context } from "#domain/platform/context.ts";

/** Dependencies of second factors. */
export interface FactorSystem {
  /** Seals the secrets of authenticator apps, and signs challenges of passkeys. */
  key: Buffer;
}

export function requireFactors({ factors }: Pick<Context, "factors">): FactorSystem {
  if (factors) return factors;
  throw new Error("This process has no key for second factors.");
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Checks second factors. Every surface that signs people in sets it. */
    factors?: FactorSystem | undefined;
  }
}
