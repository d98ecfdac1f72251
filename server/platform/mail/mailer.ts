// The post: the mail server of the configuration, or, where none is, a folder of letters.
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "#server/platform/config/env.ts";
import { isLoopback } from "#server/platform/config/env-addresses.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { Letter } from "./write-letter.ts";

/** In the folder, where there is no mail server. */
const mostKept = 1_000;
/** Looking through the folder is not for each letter. */
const tidyEvery = 20;

export type Mailer = (letter: Letter, signal: AbortSignal) => Promise<void>;

export function createMailer(env: Env): Mailer {
  const from = { name: env.SHOP_NAME, address: env.MAIL_FROM ?? "shop@localhost" };
  return env.SMTP_URL ? byMail(env.SMTP_URL, from) : intoFolder(join(env.DATA_DIR, "outbox"), from);
}

type From = { name: string; address: string };

function byMail(url: string, from: From): Mailer {
  const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  // The links in letters open accounts: nobody reads along on an open network. Who has a mail
  // server that knows no TLS, and a network of their own, adds `?requireTLS=false` to its URL.
  const requireTLS = !isLoopback(new URL(url).hostname);
  const transport = createTransport({ url, requireTLS, ...waits });
  return async (letter, signal) => {
    await transport.sendMail({ from, signal, ...withoutSurprises(letter) });
  };
}

/** As files that any mail program opens. */
function intoFolder(folder: string, from: From): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  let written = 0;
  return async (letter) => {
    const { message } = await transport.sendMail({ from, ...withoutSurprises(letter) });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replaceAll(":", "-");
    const whom = letter.to.replace(/[^\w.@-]/g, "_").slice(0, 100);
    const file = join(folder, `${time}-${whom}-${crypto.randomUUID().slice(0, 8)}.eml`);
    // Whole or not at all, and for nobody else's eyes: there are links in it.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    if (written === 0) log.info(`There is no SMTP_URL, so letters are kept in ${folder}`);
    if (written++ % tidyEvery === 0) await keepNewest(folder);
  };
}

/** What a folder is good for is to look at the letters of late; a disk is not to be filled. */
async function keepNewest(folder: string): Promise<void> {
  // Their names begin with the time.
  const files = (await readdir(folder)).sort().reverse();
  for (const file of files.slice(mostKept)) await rm(join(folder, file), { force: true });
}

/** No file or address is fetched into a letter. */
function withoutSurprises({ to, subject, text, html }: Letter) {
  return {
    to: { name: "", address: to },
    subject,
    text,
    html,
    textEncoding: "quoted-printable" as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
