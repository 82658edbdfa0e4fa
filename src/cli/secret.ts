import type { Command } from "commander";
import { addSecretResetCommand } from "./secret-reset.ts";

export function addSecretCommands(program: Command): void {
  const secret = program.command("secret").summary("replace a secret key that was lost or leaked").helpCommand(false);
  addSecretResetCommand(secret);
}
