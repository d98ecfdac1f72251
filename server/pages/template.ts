import { firstPaintScript } from "#contract/first-paint.ts";
import type { RenderedPage } from "#contract/renderer.ts";

/** Puts a rendered page into the built index.html. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template
    .replace("<!--first-paint-->", () => `<script>${firstPaintScript}</script>`)
    .replace("<!--head-->", () => page.head)
    .replace("<!--app-->", () => page.app)
    .replace("<!--state-->", () => inScript(page.state));
}

// Within a script element only "<" can end it or open a comment.
function inScript(json: string): string {
  return `<script type="application/json" id="state">${json.replaceAll("<", "\\u003c")}</script>`;
}
