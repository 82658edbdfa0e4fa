import type { Command } from "commander";
import { addDatabaseDistributeCommand } from "./database-distribute.ts";

export function addDatabaseCommands(program: Command): void {
  const database = program.command("database").helpCommand(false);
  addDatabaseDistributeCommand(database);
}
