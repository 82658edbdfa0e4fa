import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { readCertificateContent } from "#domain/learning/certificates/check-certificate.ts";
import { drawImage } from "#domain/files/files/images/image.ts";
import { issueBadge } from "#domain/learning/open-badges/operations.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { perform } from "#domain/platform/operation.ts";
import { rateLimited } from "#domain/platform/problem.ts";
import { readSchoolLook, versionOfSchoolLook } from "#domain/site/appearance/school-look.ts";
import { contextOf } from "#http/context.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { bakePng, bakeSvg } from "#lib/svg/bake-badge.ts";
import { fingerprint } from "#lib/ids/fingerprint.ts";
import { networkOf } from "#lib/network.ts";
import { renderCertificate } from "../pdf/certificate-pdf.ts";
import { type OpenPageRequest, pageOf, visitorLocale } from "../responses/page-request.ts";
import { certificateText, type CertificateText } from "./certificate-document.ts";

interface Address {
  Params: { serial: string };
}

/** Requests per address. Rendering takes half a second, and serials cannot be guessed at any rate. */
const policy = { name: "certificate-images", perMinute: 120 };

const formats = ["svg", "png"] as const;

type Format = (typeof formats)[number];

const mediaTypes = { svg: "image/svg+xml; charset=utf-8", png: "image/png" };

/** Images of certificates and their badges, for anyone with the serial. */
export const certificateImages = (quotas: Quotas, start: OpenPageRequest) => async (app: FastifyInstance) => {
  app.addHook("onRequest", async (request) => {
    const { site, now } = contextOf(request);
    const { allowed, resetSeconds } = await quotas.take(site, policy, networkOf(request.ip), now);
    if (!allowed) throw rateLimited(resetSeconds);
  });

  for (const format of formats) {
    /** GET /certificates/{serial}/image.svg and .png: the certificate as its PDF shows it. */
    app.get<Address>(`/certificates/:serial/image.${format}`, async (request, reply) => {
      const pageRequest = await start(request, reply);
      const { context } = pageRequest;
      const content = await perform(readCertificateContent, context, request.params);
      const { tag, render } = await imageOf(
        context,
        { kind: "image", format },
        certificateText(context.site, pageOf(pageRequest), content),
      );
      const etag = `"${tag}"`;
      // Browsers ask each time: a certificate can be revoked, and its student erased.
      describe(reply.header("cache-control", "private, no-cache").header("etag", etag), format);
      if (request.headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
      return reply.send(Buffer.from(await render()));
    });

    /** GET /certificates/{serial}/badge.svg and .png: the Open Badge as an image that contains the credential. */
    app.get<Address>(`/certificates/:serial/badge.${format}`, async (request, reply) => {
      const context = contextOf(request);
      const { serial, jwt } = await perform(issueBadge, context, request.params);
      const content = await perform(readCertificateContent, context, { serial });
      const page = { locale: visitorLocale(request, context.site), timeZone: "UTC" };
      const { render } = await imageOf(
        context,
        { kind: "badge", format },
        certificateText(context.site, page, content),
      );
      const bytes = await render();
      describe(reply.header("cache-control", "no-store"), format);
      return reply
        .header("content-disposition", `attachment; filename="badge-${serial}.${format}"`)
        .send(format === "png" ? bakePng(bytes, jwt) : bakeSvg(bytes, jwt));
    });
  }
};

/** An SVG that is opened as a page runs nothing and loads nothing. */
const describe = (reply: FastifyReply, format: keyof typeof mediaTypes): FastifyReply =>
  reply
    .header("x-robots-tag", "noindex")
    .header("content-security-policy", "default-src 'none'; img-src data:; sandbox")
    .type(mediaTypes[format]);

/** Bytes of images. Each is rendered again after a change of its content. */
const rendered = new LRUCache<string, Uint8Array>({ maxSize: 24_000_000, sizeCalculation: ({ length }) => length });

interface Requested {
  kind: "image" | "badge";
  format: Format;
}

async function imageOf(context: RequestContext, { kind, format }: Requested, text: CertificateText) {
  const siteId = context.site.id;
  const version = await versionOfSchoolLook(context);
  const tag = fingerprint(JSON.stringify([siteId, kind, format, version, text]), 27);
  const render = async (): Promise<Uint8Array> => {
    const cached = rendered.get(tag);
    if (cached) return cached;
    const look = await readSchoolLook(context);
    const svg = await renderCertificate(siteId, { format: kind, certificate: { ...text, ...look } });
    const bytes = format === "svg" ? svg : await pixelsOf(siteId, svg);
    rendered.set(tag, bytes);
    return bytes;
  };
  return { tag, render };
}

async function pixelsOf(siteId: string, svg: Uint8Array): Promise<Uint8Array> {
  const read = async () => Buffer.from(svg);
  const { picture } = await drawImage({ siteId, mediaType: "image/svg+xml", drawing: true, read });
  return picture.bytes;
}
