import type { Command } from "commander";
import { openFileLocation } from "#lib/archive/file-location.ts";
import { loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { UsageError } from "../terminal/errors.ts";

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
        const location = openFileLocation(file);
        if (await location.exists()) throw new UsageError(`${file} already exists. Name a new file.`);
        await location.requireWritable();
        // Checks that the key is the one of the database.
        await open({ mustExist: true });
        const key = loadSecretKey(config).toString("base64url");
        await location.write(oneChunk(Buffer.from(`${key}\n`)));
        output.answer({ file }, `Saved the secret key to ${file}.`);
        output.note("Keep it apart from backups: together, they open every secret. Restore it as LECTERN_SECRET_KEY.");
      }),
    );

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
