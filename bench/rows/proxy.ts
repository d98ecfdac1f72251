import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "#tests/free-port.ts";
import { hasNginx, nginxDomain, startNginx } from "#tests/start-nginx.ts";
import { pinToCore } from "../load.ts";
import { compare, type Row } from "../row.ts";
import { fetchRaw, openDemo } from "../servers.ts";
import { browserHeaders, publicPaths } from "./pages.ts";

/** The public pages through nginx with our configuration, and files of the same bytes from it. */
export async function proxy(): Promise<Row[]> {
  if (!hasNginx) {
    console.log("The row proxy is left out: there is no nginx (with openssl) on this machine.");
    return [];
  }
  const shop = await openDemo();
  const bodies = await Promise.all(
    publicPaths.map(async (path) => (await fetchRaw(shop.url + path, browserHeaders)).body),
  );
  const port = await freePort();
  const nginx = await startNginx(shop.url, {
    command: (whole) => pinToCore(0, whole),
    beside(folder) {
      mkdirSync(join(folder, "files"));
      bodies.forEach((body, index) => {
        writeFileSync(join(folder, "files", String(index)), Buffer.from(body, "base64"));
      });
      return `
server {
listen ${port} ssl http2;
listen [::]:${port} ssl http2;
server_name ${nginxDomain};
ssl_certificate ${folder}/certificate.pem;
ssl_certificate_key ${folder}/key.pem;
root ${folder}/files;
default_type "text/html; charset=utf-8";
add_header Content-Encoding br;
}`;
    },
  });
  const rows: Row[] = [];
  for (const [index, path] of publicPaths.entries()) {
    const file = { url: `https://${nginxDomain}:${port}/${index}`, headers: browserHeaders };
    const page = { url: nginx.url + path, headers: browserHeaders };
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
