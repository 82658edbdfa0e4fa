import { type Command, InvalidArgumentError } from "commander";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { Problem } from "#domain/platform/problem.ts";
import { openPostbox } from "#domain/messages/mail/postbox.ts";
import type { Divergence, Reconciliation } from "#domain/sales/payments/reconciliation/payment-difference.ts";
import { reconcilePayments } from "#domain/sales/payments/reconciliation/reconcile.ts";
import { textTable } from "#lib/text/text-table.ts";
import { deriveKey, loadSecretKey } from "#server/secret-key.ts";
import { isDatabaseTrouble } from "#server/start-failure.ts";
import { action } from "./terminal/action.ts";
import { siteOption } from "./site/choose-site.ts";
import { Finding } from "./terminal/errors.ts";

const description = `Compares recent payments with Stripe and ECPay, as the server does every night. Payments whose event was
lost are corrected, and their emails are sent. Other differences are printed and marked in the list of orders.

Exits with 0 if all payments agree or were corrected, and with 1 if some need review or a provider cannot be reached.`;

export const addPaymentsCommands = (program: Command) =>
  program
    .command("payments")
    .helpCommand(false)
    .command("reconcile")
    .summary("compare payments with their providers")
    .description(description)
    .option("--days <count>", "days to compare, 1 to 90; unpaid payments are compared for at least 35", parseDays, 7)
    .addOption(siteOption())
    .addHelpText("after", "\nExample:\n  $ lectern payments reconcile --site https://learn.school.example --days 30")
    .action(
      action(async ({ config, atSite, output }, { site, days }: { site?: string; days: number }) => {
        const siteContext = await atSite(site);
        const secretKey = loadSecretKey(config);
        const addresses = { stripe: config.stripeUrl, ecpay: config.ecpayUrl };
        const context = {
          ...siteContext,
          payments: { key: deriveKey(secretKey, "lectern payments"), addresses },
          mail: openPostbox(deriveKey(secretKey, "lectern mail")),
        };
        const result = await reconcile(context, days);
        output.answer(documentOf(result), textOf(result));
        const left = result.divergences.filter(({ isRepaired }) => !isRepaired).length + result.unanswered;
        if (left > 0) throw new Finding("Some payments have to be checked.");
      }),
    );

async function reconcile(context: RequestContext, days: number): Promise<Reconciliation> {
  try {
    return await reconcilePayments(context, { days });
  } catch (error) {
    if (error instanceof Problem || isDatabaseTrouble(error) || !(error instanceof Error)) throw error;
    const detail = `A payment provider cannot be reached. Try again later. ${error.message}`;
    throw new Problem("invalid_state", detail, { allowed: [] });
  }
}

const documentOf = ({ divergences, ...counts }: Reconciliation) => ({
  ...counts,
  divergences: divergences.map(({ orderId, ...divergence }) => ({
    ...divergence,
    orderId: orderId === null ? null : formatId("order", orderId),
  })),
});

const kinds: Record<Divergence["kind"], string> = {
  missing_here: "not known here",
  missing_there: "not known at the provider",
  amount_differs: "another amount",
  state_differs: "another state",
};

function textOf({ compared, unanswered, isTruncated, divergences }: Reconciliation): string {
  const rows = divergences.map(({ kind, provider, reference, orderNumber, ours, theirs, isRepaired }) => [
    orderNumber ?? "-",
    provider,
    kinds[kind],
    ours ?? "-",
    theirs ?? "-",
    isRepaired ? "corrected" : "to be checked",
    reference,
  ]);
  const header = ["order", "provider", "difference", "here", "there", "result", "reference"];
  return [
    `Payments compared: ${compared}`,
    ...(unanswered > 0 ? [`Payments without a usable answer of the provider: ${unanswered}`] : []),
    ...(isTruncated ? ["There are more payments than one comparison covers. The others are compared later."] : []),
    divergences.length === 0 ? "No differences." : `\n${textTable(rows, header)}`,
  ].join("\n");
}

function parseDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 90) return days;
  throw new InvalidArgumentError("Expected a whole number from 1 to 90.");
}
