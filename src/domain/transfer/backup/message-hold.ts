import type { CopyClient } from "#database/copy/open-copy-client.ts";
import type { Queries } from "#database/database.ts";

/** A restored copy, or the source of a moved database. */
export type HoldReason = "restored" | "moved";

export interface MessageHold {
  reason: HoldReason;
  createdAt: Date;
}

/**
 * Holds outgoing emails and webhooks: they stay queued. The original of a copy may still be running, and would send
 * the same messages.
 */
export async function holdMessages(client: CopyClient, reason: HoldReason, now: Date): Promise<void> {
  await client.query(
    "insert into message_hold (reason, created_at) values ($1, $2) on conflict (only_row) do update set reason = excluded.reason, created_at = excluded.created_at",
    [reason, now],
  );
}

export const findMessageHold = (db: Queries): Promise<MessageHold | undefined> =>
  db.first<MessageHold>`select reason, created_at from message_hold`;

/** Returns whether messages were held. */
export const releaseMessages = async (db: Queries): Promise<boolean> => (await db.run`delete from message_hold`) > 0;

const reasons: Record<HoldReason, string> = {
  restored: "Emails and webhooks are held, because this installation was restored from a backup.",
  moved: "Emails and webhooks are held, because this database was moved to another server.",
};

/** Describes the hold for the operator. */
export const describeHold = ({ reason }: MessageHold): string =>
  `${reasons[reason]} To send them: lectern messages release`;
