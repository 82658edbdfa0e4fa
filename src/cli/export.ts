import type { Command } from "commander";
import { addExportCourseFolderCommand } from "./export-course-folder.ts";

export function addExportCommands(program: Command): void {
  const exports = program.command("export").summary("take courses out").helpCommand(false);
  addExportCourseFolderCommand(exports);
}
