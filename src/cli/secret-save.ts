import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import { loadSecretKey } from "../secret-key.ts";
import { action } from "./action.ts";
import { UsageError, whyUnusable } from "./failure.ts";

export const addSecretSaveCommand = (secret: Command) =>
  secret
    .command("save")
    .summary("save a copy of the secret key, to keep apart from backups")
    .description(
      "Writes the secret key to a new file that only the current user can read. Keep it in another place than the backups: together, they open every secret of the installation.",
    )
    .argument("<file>", "a new file")
    .addHelpText("after", "\nExample:\n  $ lectern secret save /media/safe/lectern.key")
    .action(
      action(async ({ config, open, output }, file: string) => {
        // Checks that the key is the one of the database.
        await open();
        const key = loadSecretKey(config).toString("base64url");
        try {
          writeFileSync(file, `${key}\n`, { mode: 0o600, flag: "wx", flush: true });
        } catch (error) {
          const why = whyUnusable(error, file);
          throw why === undefined ? error : new UsageError(why);
        }
        output.answer({ file }, `Saved the secret key to ${file}.`);
        output.note("Keep it apart from backups: together, they open every secret. Restore it as LECTERN_SECRET_KEY.");
      }),
    );
