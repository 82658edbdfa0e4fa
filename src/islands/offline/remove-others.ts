import { removeEnded } from "../student/kept.ts";
import { wipe } from "./kept-store.ts";

/** Removes the copies and the typed texts of all people but the one of this page. */
export async function removeOthers(keeper: string): Promise<void> {
  removeEnded(keeper);
  await wipe(keeper);
}
