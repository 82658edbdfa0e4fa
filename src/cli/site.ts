import type { Command } from "commander";
import { addSiteCreateCommand } from "./site-create.ts";
import { addSiteListCommand } from "./site-list.ts";
import { addSiteShowCommand } from "./site-show.ts";

export function addSiteCommands(program: Command): void {
  const site = program.command("site").summary("create, list and show sites").helpCommand(false);
  addSiteCreateCommand(site);
  addSiteListCommand(site);
  addSiteShowCommand(site);
}
