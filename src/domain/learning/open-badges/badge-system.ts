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
