import type { Command } from "commander";
import { addExportCourseFolderCommand } from "./export-course-folder.ts";
import { addExportCourseJsonCommand } from "./export-course-json.ts";
import { addExportListCommands } from "./export-list.ts";
import { addExportSiteCommand } from "./export-site.ts";

export function addExportCommands(program: Command): void {
  const exports = program.command("export").helpCommand(false);
  addExportCourseFolderCommand(exports);
  addExportCourseJsonCommand(exports);
  addExportSiteCommand(exports);
  addExportListCommands(exports);
}
