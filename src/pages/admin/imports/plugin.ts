import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../parts/options.ts";
import { chooseFilePages } from "./choose-file.ts";
import { columnPages } from "./columns.ts";
import { importJobPage } from "./job.ts";

/** Imports of rows: choose a file, match its columns, try, follow. */
export const importPages =
  ({ csrfKey }: AdminOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    columnPages(app, csrfKey);
    importJobPage(app);
    await app.register(chooseFilePages(csrfKey));
  };
