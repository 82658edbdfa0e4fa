import type { Command } from "commander";
import { addImportCarpentriesCommand } from "./import-carpentries.ts";
import { addImportCourseFolderCommand } from "./import-course-folder.ts";
import { addImportFreeCoursesCommand } from "./import-free-courses.ts";
import { addImportOuladCommand } from "./import-oulad.ts";
import { addImportRecordsCommands } from "./import-records.ts";

export function addImportCommands(program: Command): void {
  const imports = program
    .command("import")
    .summary("bring in courses, people and what they did from elsewhere")
    .helpCommand(false);
  addImportCarpentriesCommand(imports);
  addImportFreeCoursesCommand(imports);
  addImportCourseFolderCommand(imports);
  addImportOuladCommand(imports);
  addImportRecordsCommands(imports);
}
