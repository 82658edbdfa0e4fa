import type { Command } from "commander";
import { addPaymentsReconcileCommand } from "./payments-reconcile.ts";

export function addPaymentsCommands(program: Command): void {
  const payments = program.command("payments").helpCommand(false);
  addPaymentsReconcileCommand(payments);
}
