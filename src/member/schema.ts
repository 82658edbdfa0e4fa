import "./viewer.ts";
import { builder } from "./builder.ts";

export const schema = builder.toSchema();
