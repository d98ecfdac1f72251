import { firstPaintScript } from "#contract/first-paint.ts";
import { inScript } from "#contract/in-script.ts";
import type { RenderedPage } from "#contract/renderer.ts";

/** Puts a rendered page into the built index.html. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template
    .replace("<!--first-paint-->", () => `<script>${firstPaintScript}</script>`)
    .replace("<!--head-->", () => page.head)
    .replace("<!--app-->", () => page.app)
    .replace("<!--state-->", () => inScript("application/json", page.state, "state"));
}
