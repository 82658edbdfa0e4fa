/** Seconds that slow files took in one run. Only the proportions matter, so a new file needs no entry. */
export const seconds: ReadonlyMap<string, number> = new Map([
  ["test/attacks/event-loop.test.ts", 6],
  ["test/attacks/event-loop-mail-reports.test.ts", 8],
  ["test/attacks/every-input.long.test.ts", 60],
  ["test/cli/login.long.test.ts", 16],
  ["test/cli/documented-commands.test.ts", 6],
  ["test/cli/npx.test.ts", 10],
  ["test/conformance/documented-code.long.test.ts", 19],
  ["test/conformance/documented-code.test.ts", 5],
  ["test/conformance/learning.test.ts", 11],
  ["test/conformance/visitor-to-certificate.test.ts", 13],
  ["test/crash/kill.long.test.ts", 90],
  ["test/crash/lecture-editor.long.test.ts", 12],
  ["test/crash/purchases.test.ts", 27],
  ["test/database/released-statements.long.test.ts", 13],
  ["test/domain/demo-history.long.test.ts", 8],
  ["test/domain/imports/datasets.long.test.ts", 21],
  ["test/domain/mail-delivery.test.ts", 9],
  ["test/domain/notices.test.ts", 7],
  ["test/guides.test.ts", 5],
  ["test/isolation.test.ts", 7],
  ["test/mcp/conformance.test.ts", 6],
  ["test/new-resource.test.ts", 85],
  ["test/oauth/hot-statement-plans.test.ts", 9],
  ["test/operations/health.test.ts", 5],
  ["test/operations/start.test.ts", 13],
  ["test/operations/stop.test.ts", 8],
  ["test/pages/docs/api-reference.test.ts", 5],
  ["test/pages/admin/admin-forms-and-rights.test.ts", 10],
  ["test/pages/admin/courses/desk-accessibility.long.test.ts", 40],
  ["test/pages/derived/derived-pages.test.ts", 7],
  ["test/pages/derived/drafts.long.test.ts", 75],
  ["test/pages/derived/islands-in-browser.long.test.ts", 40],
  ["test/pages/derived/markdown-editor.long.test.ts", 50],
  ["test/pages/derived/rights-of-staff.test.ts", 10],
  ["test/pages/docs/api-reference-in-browser.long.test.ts", 35],
  ["test/pages/learn/discussions.test.ts", 5],
  ["test/pages/checkout/receipt-pdf.test.ts", 8],
  ["test/pages/sign-in/sign-in-limits-across-sites.test.ts", 7],
  ["test/pages/sign-in/sign-in-limits.test.ts", 9],
  ["test/rest/learning/certificates.test.ts", 9],
  ["test/rest/catalog/course-relations.test.ts", 6],
  ["test/rest/events/event-states.test.ts", 6],
  ["test/rest/conventions/preconditions-of-writes.test.ts", 6],
  ["test/rest/people/privacy.test.ts", 6],
  ["test/rest/files/uploads.test.ts", 13],
  ["test/attacks/event-loop-imports.long.test.ts", 42],
  ["test/attacks/event-loop-site-archives.long.test.ts", 15],
  ["test/attacks/event-loop-receipts.long.test.ts", 22],
  ["test/attacks/every-field.long.test.ts", 90],
  ["test/attacks/forged-forms.long.test.ts", 45],
  ["test/attacks/page-headers.long.test.ts", 32],
  ["test/attacks/redirect-confusion.long.test.ts", 23],
  ["test/attacks/unknown-addresses.long.test.ts", 25],
  ["test/deploy/production-install.long.test.ts", 90],
  ["test/new-resource.long.test.ts", 210],
  ["test/cli/backup-s3.long.test.ts", 21],
  ["test/cli/backup.long.test.ts", 23],
  ["test/cli/course-folder.long.test.ts", 48],
  ["test/cli/documented-commands.long.test.ts", 30],
  ["test/cli/export.long.test.ts", 20],
  ["test/cli/form.long.test.ts", 25],
  ["test/cli/init.long.test.ts", 40],
  ["test/cli/integration.long.test.ts", 34],
  ["test/pages/frame/every-stale-form.long.test.ts", 50],
  ["test/mcp/agent-frameworks.long.test.ts", 84],
  ["test/domain/job-runner-start.long.test.ts", 27],
  ["test/domain/site-archive/large-sites.long.test.ts", 60],
  ["test/operations/silent-database.long.test.ts", 60],
]);

/** Seconds of a file without an entry: in `npm test` about one, else a slow one. */
const secondsOf = (file: string): number => seconds.get(file) ?? (file.endsWith(".long.test.ts") ? 15 : 1);

/**
 * Distributes files among processes so that all take about as long: the slowest files first, each to the process with
 * the least to do. The result depends on the files only.
 */
export function distribute(files: readonly string[], processes: number): string[][] {
  const shares = Array.from({ length: processes }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((one, other) => secondsOf(other) - secondsOf(one) || (one < other ? -1 : 1))) {
    const least = shares.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  return shares.map((share) => share.files.toSorted());
}
