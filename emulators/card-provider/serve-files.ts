import type { IncomingMessage, ServerResponse } from "node:http";
import { buildShopScript, readFrameScript, readFrameStyle } from "./browser-files.ts";
import { cardFieldPage, controllerPage, framePolicy } from "./frame-pages.ts";

const script = "text/javascript; charset=utf-8";
const html = "text/html; charset=utf-8";

export function serveFiles() {
  const pages: Record<string, string> = {
    "/card-field": cardFieldPage,
    "/controller": controllerPage,
  };
  let shopScript: Promise<string> | undefined;

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const { pathname, searchParams } = url;
    const send = (type: string, text: string, headers: Record<string, string> = {}) => {
      response.writeHead(200, {
        "content-type": type,
        "cache-control": "no-cache",
        "x-content-type-options": "nosniff",
        ...headers,
      });
      response.end(request.method === "HEAD" ? undefined : text);
    };
    const page = pages[pathname];
    if (page) {
      const policy = framePolicy(searchParams.get("shop") ?? "");
      return send(html, page, { "content-security-policy": policy });
    }
    if (pathname === "/stripe.js") {
      shopScript ??= buildShopScript();
      return send(script, await shopScript, { "access-control-allow-origin": "*" });
    }
    const [, file = ""] = /^\/browser\/((?:frame\/)?[a-z-]+\.(?:ts|css))$/.exec(pathname) ?? [];
    if (file.endsWith(".ts")) return send(script, await readFrameScript(file));
    if (file.endsWith(".css")) return send("text/css; charset=utf-8", await readFrameStyle(file));
    if (pathname === "/") response.writeHead(302, { location: "/control" }).end();
    else response.writeHead(404).end();
  };
}
