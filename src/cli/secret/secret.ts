import type { Command } from "commander";
import { addSecretResetCommand } from "./secret-reset.ts";
import { addSecretRotateCommand } from "./secret-rotate.ts";
import { addSecretSaveCommand } from "./secret-save.ts";

export function addSecretCommands(program: Command): void {
  const secret = program.command("secret").helpCommand(false);
  addSecretSaveCommand(secret);
  addSecretRotateCommand(secret);
  addSecretResetCommand(secret);
}
