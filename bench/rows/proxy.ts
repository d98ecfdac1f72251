import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { domain, freePort, hasNginx, startNginx } from "#tests/nginx.ts";
import { pinned } from "../load.ts";
import { compare, type Row } from "../row.ts";
import { askAsItIs, openDemo } from "../servers.ts";
import { asBrowsersAsk, paths } from "./pages.ts";

/**
 * The public pages through nginx with the configuration that the project ships, against a file of
 * the same bytes from the same nginx, both encrypted.
 */
export async function proxy(): Promise<Row[]> {
  if (!hasNginx) {
    console.log("The row proxy is left out: there is no nginx (with openssl) on this machine.");
    return [];
  }
  const shop = await openDemo();
  const bodies = await Promise.all(
    paths.map(async (path) => (await askAsItIs(shop.url + path, asBrowsersAsk)).body),
  );
  const port = await freePort();
  const nginx = await startNginx(shop.url, {
    command: (whole) => pinned(0, whole),
    beside(folder) {
      mkdirSync(join(folder, "files"));
      bodies.forEach((body, index) => {
        writeFileSync(join(folder, "files", String(index)), Buffer.from(body, "base64"));
      });
      return `
server {
listen ${port} ssl http2;
listen [::]:${port} ssl http2;
server_name ${domain};
ssl_certificate ${folder}/certificate.pem;
ssl_certificate_key ${folder}/key.pem;
root ${folder}/files;
default_type "text/html; charset=utf-8";
add_header Content-Encoding br;
}`;
    },
  });
  const rows: Row[] = [];
  for (const [index, path] of paths.entries()) {
    const file = { url: `https://${domain}:${port}/${index}`, headers: asBrowsersAsk };
    const page = { url: nginx.url + path, headers: asBrowsersAsk };
    const measured = await compare(page, file);
    rows.push({
      what: `${path} through nginx against a file from it`,
      ...measured,
      target: 0.7,
      megabytes: await shop.megabytes(),
    });
  }
  await nginx.stop();
  await shop.stop();
  return rows;
}
