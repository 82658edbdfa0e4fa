import type { FastifyInstance } from "fastify";
import { chooseFilePages } from "./choose-file.ts";
import { columnPages } from "./columns.ts";
import { importJobPage } from "./job.ts";

/** Imports of rows: choose a file, match its columns, try, follow. */
export function importPages(app: FastifyInstance): void {
  columnPages(app);
  importJobPage(app);
  chooseFilePages(app);
}
