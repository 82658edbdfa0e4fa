import {
  type AcquiredFile,
  type AcquiredProduct,
  countAcquiredProducts,
  filesOfProducts,
  listAcquiredProducts,
  remainingDownloads,
} from "#domain/offers/digital-products/acquired-products.ts";
import { downloadLink } from "#domain/offers/digital-products/download-link.ts";
import { formatId } from "#domain/platform/ids.ts";
import { pictureAddress } from "./addresses.ts";
import { builder, type MemberContext } from "./builder.ts";
import { connectionOf, pageFrom, readFirst } from "./connection.ts";
import { decodeTime, encodeTime } from "./cursor.ts";
import { Node } from "./node-interface.ts";
import { shared } from "./load-once.ts";

interface ProductNode extends AcquiredProduct {
  files: () => Promise<Map<string, AcquiredFile[]>>;
}

const DownloadableFile = builder
  .objectRef<{ file: AcquiredFile; product: AcquiredProduct }>("DownloadableFile")
  .implement({
    description: "A file of a digital product.",
    fields: (t) => ({
      id: t.id({ description: "ID of the file (fil_…).", resolve: ({ file }) => formatId("file", file.id) }),
      name: t.string({ description: "File name for the download.", resolve: ({ file }) => file.name }),
      contentType: t.string({
        description: "Media type, e.g. application/pdf.",
        resolve: ({ file }) => file.contentType,
      }),
      byteSize: t.float({ description: "Size in bytes.", resolve: ({ file }) => file.byteSize }),
      downloadUrl: t.field({
        type: "URL",
        nullable: true,
        description:
          "Signed URL for this member, valid for 10 minutes. It counts as one download, however often it is used. " +
          "Null if no downloads are left or access has ended.",
        resolve: ({ file, product }, _args, context) => downloadLink(context, product, file.id),
      }),
      remainingDownloads: t.int({
        nullable: true,
        description: "Remaining downloads across all files of the product. Null: unlimited.",
        resolve: ({ product }) => remainingDownloads(product),
      }),
    }),
  });
const ProductType = builder.objectRef<ProductNode>("PurchasedDigitalProduct");
ProductType.implement({
  interfaces: [Node],
  description: "A digital product that the member has access to. Contains no purchase details.",
  fields: (t) => ({
    id: t.id({ description: "ID of the grant (dgr_…).", resolve: ({ id }) => formatId("digitalProductGrant", id) }),
    slug: t.exposeString("slug", { description: "URL slug of the product." }),
    name: t.exposeString("name", { description: "Name of the product." }),
    url: t.field({
      type: "URL",
      description: "URL of the product page.",
      resolve: ({ slug }, _args, { site }) => `${site.origin}/digital-products/${slug}`,
    }),
    imageUrl: t.field({
      type: "URL",
      nullable: true,
      description: "Cover image of the product. Null if there is none.",
      resolve: ({ coverFileId }, _args, { site }) => pictureAddress(site, coverFileId),
    }),
    acquiredAt: t.field({
      type: "DateTime",
      description: "When the member got access.",
      resolve: ({ acquiredAt }) => acquiredAt,
    }),
    expireDate: t.field({
      type: "DateTime",
      nullable: true,
      description: "When access ends or ended. Null exactly if hasLifetimeAccess is true.",
      resolve: ({ expiresAt }) => expiresAt,
    }),
    hasLifetimeAccess: t.boolean({
      description: "True if access never ends.",
      resolve: ({ expiresAt }) => expiresAt === null,
    }),
    files: t.field({
      type: [DownloadableFile],
      description: "The files of the product, in display order.",
      resolve: async (product) =>
        ((await product.files()).get(product.productId) ?? []).map((file) => ({ file, product })),
    }),
  }),
});

export const DigitalProductConnection = connectionOf("PurchasedDigitalProduct", ProductType);

interface Arguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

const list = { list: "digitalProducts" };

export async function digitalProductsOf(context: MemberContext, memberId: string, args: Arguments) {
  const first = readFirst(args.first);
  const position = decodeTime(args.after, list);
  const after = position && { acquiredAt: position.at, id: position.id };
  return pageFrom(await digitalProductNodes(context, memberId, { first: first + 1, after }), first, {
    after: args.after,
    cursorOf: ({ acquiredAt, id }) => encodeTime({ at: acquiredAt, id }, list),
    totalCount: () => countAcquiredProducts(context, memberId),
  });
}

export async function digitalProductNodes(
  context: MemberContext,
  memberId: string,
  requested: Parameters<typeof listAcquiredProducts>[2],
): Promise<ProductNode[]> {
  const rows = await listAcquiredProducts(context, memberId, requested);
  const files = shared(() =>
    filesOfProducts(
      context,
      rows.map(({ productId }) => productId),
    ),
  );
  return rows.map((row) => ({ ...row, files }));
}
