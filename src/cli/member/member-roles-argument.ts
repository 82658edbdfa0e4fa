import { InvalidArgumentError } from "commander";
import { inOrder, isRole, type Role, roles } from "#access/roles.ts";
import { listOf } from "../arguments/list-argument.ts";

/** `owner,lecturer` */
export function parseRoles(text: string): Role[] {
  const named = listOf(text);
  const unknown = named.find((name) => !isRole(name));
  if (unknown === undefined && named.length > 0) return inOrder(named.filter(isRole));
  throw new InvalidArgumentError(
    `${unknown ? `"${unknown}" is not a role. ` : ""}Expected roles from ${roles.join(", ")}, separated by commas.`,
  );
}
