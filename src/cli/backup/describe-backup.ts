import { formatNumber, numberFormat } from "#lib/text/formats.ts";
import type { BackupHeader, BackupManifest } from "#domain/transfer/backup/format.ts";

/** The facts of a backup, as a JSON document and as a table of text. */
export function describeBackup(name: string, { header, manifest }: { header: BackupHeader; manifest: BackupManifest }) {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const document = {
    archive: name,
    createdAt: header.createdAt,
    version: header.lectern,
    tables: manifest.tables.length,
    rows,
    files: manifest.files.count,
    fileBytes: manifest.files.bytes,
    missingFiles: manifest.missingFiles.count,
  };
  const text = [
    ["Archive", name],
    ["Created", header.createdAt],
    ["Version", header.lectern],
    ["Rows", `${formatNumber("en", rows)} in ${manifest.tables.length} tables`],
    ["Files", `${formatNumber("en", manifest.files.count)} (${inMegabytes(manifest.files.bytes)})`],
    ...(manifest.missingFiles.count > 0 ? [["Missing files", String(manifest.missingFiles.count)]] : []),
  ];
  return { document, rows: text };
}

const inMegabytes = (bytes: number): string =>
  `${numberFormat("en", { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
