import type { FastifyInstance } from "fastify";
import { requireBetaFeature } from "../settings/beta-gate.ts";
import { createPages } from "./create.ts";
import { editPages } from "./edit.ts";
import { listPage } from "./list.ts";
import { removePages } from "./remove.ts";
import { secretPages } from "./secret.ts";
import { showPage } from "./show.ts";

/** OAuth applications. Available once the site enables MCP connections (contract §5.2.4). */
export const applicationPages = async (app: FastifyInstance): Promise<void> => {
  requireBetaFeature(app, "mcp_connections");
  listPage(app);
  showPage(app);
  secretPages(app);
  removePages(app);
  createPages(app);
  editPages(app);
};
