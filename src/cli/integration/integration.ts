import type { Command } from "commander";
import { addIntegrationAddCommand } from "./integration-add.ts";
import { addIntegrationDisableCommand } from "./integration-disable.ts";
import { addIntegrationEnableCommand } from "./integration-enable.ts";
import { addIntegrationListCommand } from "./integration-list.ts";

export function addIntegrationCommands(program: Command): void {
  const integration = program.command("integration").helpCommand(false);
  addIntegrationAddCommand(integration);
  addIntegrationListCommand(integration);
  addIntegrationEnableCommand(integration);
  addIntegrationDisableCommand(integration);
}
