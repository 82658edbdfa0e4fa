import type { Command } from "commander";
import { addFormApplyCommand } from "./form-apply.ts";
import { addFormListCommand } from "./form-list.ts";
import { addFormShowCommand } from "./form-show.ts";
import { addFormStateCommands } from "./form-state.ts";

export function addFormCommands(program: Command): void {
  const form = program.command("form").helpCommand(false);
  addFormListCommand(form);
  addFormShowCommand(form);
  addFormApplyCommand(form);
  addFormStateCommands(form);
}
