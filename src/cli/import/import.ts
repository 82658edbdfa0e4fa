import type { Command } from "commander";
import { addImportCoursesCommands } from "./import-courses.ts";
import { addImportRecordsCommands } from "./import-records.ts";
import { addImportSiteCommand } from "./import-site.ts";

export function addImportCommands(program: Command): void {
  const imports = program.command("import").helpCommand(false);
  addImportCoursesCommands(imports);
  addImportRecordsCommands(imports);
  addImportSiteCommand(imports);
}
