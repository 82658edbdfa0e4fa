import type { Command } from "commander";
import { addMessagesReleaseCommand } from "./messages-release.ts";

export function addMessagesCommands(program: Command): void {
  const messages = program
    .command("messages")
    .summary("release emails and webhooks that are held after a restore")
    .helpCommand(false);
  addMessagesReleaseCommand(messages);
}
