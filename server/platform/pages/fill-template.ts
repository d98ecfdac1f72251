import { firstPaintScript } from "#contract/pages/first-paint.ts";
import type { RenderedPage } from "#contract/pages/renderer.ts";
import { scriptElement } from "#contract/pages/script-element.ts";

export function fillTemplate(template: string, page: RenderedPage): string {
  return template
    .replace("<!--first-paint-->", () => `<script>${firstPaintScript}</script>`)
    .replace("<!--head-->", () => page.head)
    .replace("<!--app-->", () => page.app)
    .replace("<!--state-->", () => scriptElement("application/json", page.state, "state"));
}
