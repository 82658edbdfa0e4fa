import type { Command } from "commander";
import { addKeysListCommand } from "./keys-list.ts";
import { addKeysRotateCommand } from "./keys-rotate.ts";

export function addKeysCommands(program: Command): void {
  const keys = program.command("keys").summary("list and rotate the keys that sign id_tokens").helpCommand(false);
  addKeysListCommand(keys);
  addKeysRotateCommand(keys);
}
