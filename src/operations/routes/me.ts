import { getMe } from "#domain/platform/authorization-server/get-me.ts";
import { read, type Route } from "../route.ts";

/** The credential of the request. */
export const meRoutes: readonly Route[] = [read("/me", getMe)];
