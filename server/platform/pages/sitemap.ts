import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { ChangeKind } from "#contract/tags.ts";
import type { Content } from "#server/platform/http/cached-response.ts";

export type SitemapSource = {
  tags: ChangeKind[];
  listBlocks: () => Promise<number[]>;
  listPaths: (block: number) => Promise<string[]>;
  /** Few; they go with the shop's own pages. */
  listTypePaths: () => Promise<string[]>;
  listVehiclePaths: () => Promise<string[]>;
};

/** A file has at most 50,000 addresses; together with a block go those of the other pages. */
export const blockSize = 49_000;
const maxTogether = 500;

type Shop = { origin: string; ownPaths: string[]; source: SitemapSource };

type Write = (shop: Shop) => Promise<Content | undefined>;

export function findSitemap(path: string): Write | undefined {
  if (path === "/sitemap.xml") return writeFirst;
  const [, name] = /^\/sitemap-(pages|vehicles|0|[1-9]\d{0,8})\.xml$/.exec(path) ?? [];
  if (name === "pages") return async (shop) => writeAddresses(shop, await listPages(shop));
  if (name === "vehicles") {
    return async (shop) => writeAddresses(shop, await shop.source.listVehiclePaths());
  }
  if (!name) return undefined;
  return async (shop) => {
    const paths = await shop.source.listPaths(Number(name));
    return paths.length > 0 ? writeAddresses(shop, paths) : undefined;
  };
}

async function writeFirst(shop: Shop): Promise<Content> {
  const { source } = shop;
  const blocks = await source.listBlocks();
  const vehicles = await source.listVehiclePaths();
  if (blocks.length > 1 || vehicles.length > maxTogether) {
    const names = ["pages", ...(vehicles.length > 0 ? ["vehicles"] : []), ...blocks];
    const files = names.map((name) => toElement("sitemap", `${shop.origin}/sitemap-${name}.xml`));
    return toFile("sitemapindex", files);
  }
  const [only] = blocks;
  const paths = only === undefined ? [] : await source.listPaths(only);
  return writeAddresses(shop, [...(await listPages(shop)), ...vehicles, ...paths]);
}

async function listPages({ ownPaths, source }: Shop): Promise<string[]> {
  return [...ownPaths, ...(await source.listTypePaths())];
}

function writeAddresses({ origin }: Shop, paths: string[]): Content {
  const addresses = paths.map((path) => toElement("url", origin + path));
  return toFile("urlset", addresses);
}

function toElement(name: string, address: string): string {
  return `  <${name}><loc>${escapeHtml(address)}</loc></${name}>`;
}

function toFile(root: string, elements: string[]): Content {
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...elements,
    `</${root}>`,
    "",
  ];
  return {
    status: 200,
    type: "application/xml; charset=utf-8",
    body: Buffer.from(lines.join("\n")),
    cacheControl: "public, max-age=3600",
  };
}
