import type { Command } from "commander";
import { addKeyCreateCommand } from "./key-create.ts";
import { addKeyListCommand } from "./key-list.ts";
import { addKeyRevokeCommand } from "./key-revoke.ts";

export function addKeyCommands(program: Command): void {
  const key = program.command("key").helpCommand(false);
  addKeyCreateCommand(key);
  addKeyListCommand(key);
  addKeyRevokeCommand(key);
}
