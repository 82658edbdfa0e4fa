import type { AdminOptions } from "#pages/admin/parts/options.ts";
import type { FastifyInstance } from "fastify";
import { submissionPages } from "./answers.ts";
import { changePages } from "./change.ts";
import { editPages } from "./edit.ts";
import { readPages } from "./read.ts";

/** Forms and their submissions. */
export const formPages =
  ({ csrfKey }: AdminOptions) =>
  async (app: FastifyInstance): Promise<void> => {
    readPages(app);
    submissionPages(app);
    changePages(app, csrfKey);
    await app.register(editPages(csrfKey));
  };
