import { en } from "./en.ts";

export type DocumentText = typeof en;
