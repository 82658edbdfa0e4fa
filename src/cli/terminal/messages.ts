import type { Command } from "commander";
import { findMessageHold, releaseMessages } from "#domain/transfer/backup/message-hold.ts";
import { countPendingMessages, discardPendingMessages } from "#domain/transfer/backup/pending-messages.ts";
import { action } from "./action.ts";

const description = `Releases the emails and webhooks that are held since this installation was restored. Restart running servers
afterwards: they send the queued messages.

Messages that the original sent after the backup are sent again, because the backup has them as queued. Receivers of
webhooks recognize them by their webhook-id. With --discard, queued messages are deleted, and only new messages are sent.`;

export const addMessagesCommands = (program: Command) =>
  program
    .command("messages")
    .helpCommand(false)
    .command("release")
    .summary("release emails and webhooks that are held after a restore")
    .description(description)
    .option("--discard", "delete queued messages")
    .addHelpText("after", "\nExample:\n  $ lectern messages release")
    .action(
      action(async ({ open, output, now }, { discard = false }: { discard?: boolean }) => {
        const { database } = await open({ mustExist: true });
        const isHeld = (await findMessageHold(database)) !== undefined;
        const pending = await countPendingMessages(database);
        await database.transaction(async (db) => {
          if (isHeld && discard) await discardPendingMessages(db, now);
          await releaseMessages(db);
        });
        const counts = `${pending.emails} emails and ${pending.deliveries} webhook deliveries`;
        const done = discard ? `Deleted: ${counts}.` : `Queued: ${counts}. Restart running servers to send them.`;
        output.answer(
          { released: isHeld, discarded: isHeld && discard, ...pending },
          isHeld ? done : "Nothing was held.",
        );
      }),
    );
