import type { Command } from "commander";
import { addSiteCreateCommand } from "./site-create.ts";
import { addSiteListCommand } from "./site-list.ts";
import { addSiteSetCommand } from "./site-set.ts";
import { addSiteShowCommand } from "./site-show.ts";

export function addSiteCommands(program: Command): void {
  const site = program.command("site").helpCommand(false);
  addSiteCreateCommand(site);
  addSiteListCommand(site);
  addSiteShowCommand(site);
  addSiteSetCommand(site);
}
