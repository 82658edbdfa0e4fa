import { crc32 } from "node:zlib";

/** After the signature and the header of a PNG (https://www.w3.org/TR/png-3/#5PNG-file-signature). */
const afterHeader = 8 + 25;

/** Embeds a credential in a PNG, as uncompressed text (Open Badges 3.0 §5.3.1). */
export function bakePng(png: Uint8Array, jwt: string): Buffer {
  const keyword = Buffer.from("openbadgecredential", "latin1");
  // Ends the keyword; no compression; no language and no translated keyword, which end as well.
  const content = Buffer.concat([keyword, Buffer.from([0, 0, 0, 0, 0]), Buffer.from(jwt, "utf8")]);
  return Buffer.concat([png.subarray(0, afterHeader), chunk("iTXt", content), png.subarray(afterHeader)]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Embeds a credential in an SVG (Open Badges 3.0 §5.3.2). A compact JWT has no characters that XML escapes. */
export const bakeSvg = (svg: Uint8Array, jwt: string): Buffer =>
  Buffer.from(
    new TextDecoder()
      .decode(svg)
      .replace("<svg ", '<svg xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" ')
      .replace(">", `><openbadges:credential verify="${jwt}"/>`),
  );
