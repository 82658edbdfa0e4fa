import type { FastifyInstance } from "fastify";
import { palettePolicy, paletteScript } from "./palette-script.ts";

const policyHeader = "content-security-policy";

/** Permits the module of the admin area on the pages that contain it: not on sign-in, nor on pages of errors. */
export function admitPalette(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    const policy = reply.getHeader(policyHeader);
    if (typeof policy === "string" && !policy.includes("script-src") && isWithPalette(payload)) {
      reply.header(policyHeader, policy.replace("img-src", `${palettePolicy}img-src`));
    }
    return payload;
  });
}

/** The head of a page contains its modules. */
const isWithPalette = (payload: unknown): boolean =>
  typeof payload === "string" && payload.slice(0, maxHead).includes(paletteScript.path);

/** Characters of the longest head of a page. */
const maxHead = 4000;
