import type { Command } from "commander";
import { addMemberAddCommand } from "./member-add.ts";
import { addMemberEraseCommand } from "./member-erase.ts";
import { addMemberExportCommand } from "./member-export.ts";
import { addMemberListCommand } from "./member-list.ts";
import { addMemberRecoverCommand } from "./member-recover.ts";
import { addMemberResetPasswordCommand } from "./member-reset-password.ts";
import { addMemberRolesCommand } from "./member-roles.ts";

export function addMemberCommands(program: Command): void {
  const member = program.command("member").helpCommand(false);
  addMemberAddCommand(member);
  addMemberListCommand(member);
  addMemberRolesCommand(member);
  addMemberResetPasswordCommand(member);
  addMemberRecoverCommand(member);
  addMemberExportCommand(member);
  addMemberEraseCommand(member);
}
