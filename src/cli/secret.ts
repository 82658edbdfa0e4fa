import type { Command } from "commander";
import { addSecretResetCommand } from "./secret-reset.ts";
import { addSecretSaveCommand } from "./secret-save.ts";

export function addSecretCommands(program: Command): void {
  const secret = program
    .command("secret")
    .summary("save the secret key, or replace one that was lost or leaked")
    .helpCommand(false);
  addSecretSaveCommand(secret);
  addSecretResetCommand(secret);
}
