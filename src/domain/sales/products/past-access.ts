import type { Context } from "#domain/platform/context.ts";

export const hasEnded = ({ now }: Context, end: Date | null | undefined): end is Date =>
  end instanceof Date && end <= now;

export const lastsUntil = ({ expiresAt }: { expiresAt: Date | null }, end: Date): boolean =>
  expiresAt === null || expiresAt >= end;
