// nginx with the configuration that the project ships (deploy/nginx), in front of a shop.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { freePort } from "./free-port.ts";
import { writeCertificate } from "./make-certificate.ts";

const template = fileURLToPath(new URL("../deploy/nginx/shop.conf.template", import.meta.url));
const is = (command: string, ...args: string[]) =>
  spawnSync(command, args, { stdio: "ignore" }).status === 0;

/** Not every machine has it. */
export const hasNginx = is("nginx", "-v") && is("openssl", "version");
export const nginxDomain = "localhost";

export type Nginx = { url: string; plainUrl: string; ca: string; stop(): Promise<void> };
type Options = {
  /** Another server in the same nginx, for which the configuration is given its folder. */
  beside?: (folder: string) => string;
  edit?: (configuration: string) => string;
  command?: (whole: string[]) => [string, string[]];
};

export async function startNginx(shopUrl: string, options: Options = {}): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "shop-nginx-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  writeCertificate(key, certificate, nginxDomain);
  // nginx creates the folders in it.
  await mkdir(join(folder, "cache"));
  const [http, https] = [await freePort(), await freePort()];
  const values: Record<string, string> = {
    SHOP_DOMAIN: nginxDomain,
    SHOP_UPSTREAM: `127.0.0.1:${new URL(shopUrl).port}`,
    HTTP_PORT: String(http),
    HTTPS_PORT: String(https),
    TLS_CERTIFICATE: certificate,
    TLS_KEY: key,
  };
  const shop = (await readFile(template, "utf8"))
    .replace(/\$\{(\w+)\}/g, (_, name) => values[name] ?? "")
    .replaceAll("/var/cache", join(folder, "cache"));
  const edit = options.edit ?? ((configuration) => configuration);
  const whole = around(folder, edit(shop) + (options.beside?.(folder) ?? ""));
  await writeFile(join(folder, "nginx.conf"), whole);
  const nginx = ["nginx", "-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"];
  const [command, args] = options.command?.(nginx) ?? ["nginx", nginx.slice(1)];
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  await listens(https, child);
  return {
    url: `https://${nginxDomain}:${https}`,
    plainUrl: `http://${nginxDomain}:${http}`,
    ca: await readFile(certificate, "utf8"),
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As a distribution's /etc/nginx/nginx.conf, with paths in one folder. */
function around(folder: string, servers: string): string {
  const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join("\n");
  return `${userInfo().uid === 0 ? "user root;" : ""}
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
sendfile on;
tcp_nopush on;
access_log off;
${own}
${servers}
}
`;
}

export type ProxyResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  raw: string[];
  body: string;
};
export type ProxyRequest = {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  name?: string;
};

/** A client that sends requests as they are. */
export function createProxyClient({ ca }: Nginx, to: string) {
  return (path: string, { method = "GET", headers = {}, body, name }: ProxyRequest = {}) =>
    new Promise<ProxyResponse>((resolve, reject) => {
      const { protocol, hostname, port } = new URL(to);
      const given = { hostname, port, path, method, headers, ca, agent: false as const };
      const ask = protocol === "https:" ? secureRequest : plainRequest;
      const asked = ask({ ...given, servername: name ?? hostname }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const bytes = Buffer.concat(chunks);
        const isBrotli = response.headers["content-encoding"] === "br";
        const text = (isBrotli ? brotliDecompressSync(bytes) : bytes).toString();
        const { statusCode: status = 0, headers: read, rawHeaders: raw } = response;
        resolve({ status, headers: read, raw, body: text });
      });
      asked.once("error", reject).end(body);
    });
}

async function listens(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (child.exitCode !== null) throw new Error("nginx does not take its configuration");
    const socket = connect(port, "127.0.0.1");
    const is = await new Promise<boolean>((resolve) => {
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    });
    socket.destroy();
    if (is) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("nginx does not listen");
}
