import type { Command } from "commander";
import { addMessagesReleaseCommand } from "./messages-release.ts";

export function addMessagesCommands(program: Command): void {
  const messages = program.command("messages").helpCommand(false);
  addMessagesReleaseCommand(messages);
}
