import type { Context } from "#domain/platform/context.ts";

/** Dependencies of Open Badges. */
export interface BadgeSystem {
  /** Encrypts the private keys of the sites. */
  key: Buffer;
}

export function requireBadges({ badges }: Pick<Context, "badges">): BadgeSystem {
  if (badges) return badges;
  throw new Error("This process has no key for Open Badges.");
}

declare module "#domain/platform/context.ts" {
  interface Services {
    /** Signs Open Badges. Every surface that offers them sets it. */
    badges?: BadgeSystem | undefined;
  }
}
