import { themes } from "#contract/pages/first-paint.ts";
import type { Site } from "#contract/pages/renderer.ts";
import type { Content } from "#server/platform/http/cached-response.ts";

type Make = (site: Site) => Content;

export const siteFiles = new Map<string, Make>([
  ["/robots.txt", robots],
  ["/site.webmanifest", manifest],
]);

const cacheControl = "public, max-age=3600";

/** Private pages carry `noindex`, which crawlers must be able to read. */
function robots({ origin }: Site): Content {
  const lines = ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${origin}/sitemap.xml`, ""];
  return file("text/plain; charset=utf-8", lines.join("\n"));
}

function manifest({ shopName }: Site): Content {
  const icon = (src: string, sizes: string, purpose = "any") => ({
    src,
    sizes,
    type: src.endsWith(".svg") ? "image/svg+xml" : "image/png",
    purpose,
  });
  const contents = {
    name: shopName,
    short_name: shopName,
    id: "/",
    start_url: "/",
    display: "minimal-ui",
    background_color: themes.light.ground,
    theme_color: themes.light.ground,
    icons: [
      icon("/favicon.svg", "any"),
      icon("/icon-192.png", "192x192"),
      icon("/icon-512.png", "512x512"),
      icon("/icon-maskable.png", "512x512", "maskable"),
    ],
  };
  return file("application/manifest+json", JSON.stringify(contents));
}

function file(type: string, text: string): Content {
  return { status: 200, type, body: Buffer.from(text), cacheControl };
}
