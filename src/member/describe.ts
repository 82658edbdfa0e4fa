import { describeTypes } from "./schema-reference.ts";
import { sdl } from "./schema.ts";

/** Describes the types of the Member API for its reference, with its schema as text (SDL). */
export const describeMemberApi = async () => ({ types: describeTypes(), sdl: sdl() });
