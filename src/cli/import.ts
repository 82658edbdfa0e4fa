import type { Command } from "commander";
import { addImportCarpentriesCommand } from "./import-carpentries.ts";
import { addImportCoursesCommands } from "./import-courses.ts";
import { addImportOuladCommand } from "./import-oulad.ts";
import { addImportRecordsCommands } from "./import-records.ts";
import { addImportSiteCommand } from "./import-site.ts";

export function addImportCommands(program: Command): void {
  const imports = program.command("import").helpCommand(false);
  addImportCarpentriesCommand(imports);
  addImportCoursesCommands(imports);
  addImportOuladCommand(imports);
  addImportRecordsCommands(imports);
  addImportSiteCommand(imports);
}
