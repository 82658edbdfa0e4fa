import type { Command } from "commander";
import { addKeysListCommand } from "./keys-list.ts";
import { addKeysRotateCommand } from "./keys-rotate.ts";

export function addKeysCommands(program: Command): void {
  const keys = program
    .command("keys")
    .summary("list and rotate signing keys (ID tokens, Open Badges)")
    .helpCommand(false);
  addKeysListCommand(keys);
  addKeysRotateCommand(keys);
}
