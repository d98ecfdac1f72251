import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Env } from "#server/platform/config/env.ts";
import { isLoopback } from "#server/platform/config/env-addresses.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { Letter } from "./write-letter.ts";

const maxKept = 1_000;
const cleanupInterval = 20;

type NumberedLetter = Letter & { id: string };

export type Mailer = (letter: NumberedLetter, signal: AbortSignal) => Promise<void>;

export function createMailer(env: Env): Mailer {
  const from = { name: env.SHOP_NAME, address: env.MAIL_FROM ?? "shop@localhost" };
  return env.SMTP_URL ? bySmtp(env.SMTP_URL, from) : toFolder(join(env.DATA_DIR, "outbox"), from);
}

type From = { name: string; address: string };

function bySmtp(url: string, from: From): Mailer {
  const waits = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  // Links in letters open accounts. For a server without TLS add `?requireTLS=false` to its URL.
  const requireTLS = !isLoopback(new URL(url).hostname);
  const transport = createTransport({ url, requireTLS, ...waits });
  return async (letter, signal) => {
    await transport.sendMail({ signal, ...toMessage(letter, from) });
  };
}

function toFolder(folder: string, from: From): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  let written = 0;
  return async (letter) => {
    const { message } = await transport.sendMail(toMessage(letter, from));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replaceAll(":", "-");
    const whom = letter.to.replace(/[^\w.@-]/g, "_").slice(0, 100);
    const file = join(folder, `${time}-${whom}-${letter.id.slice(-8)}.eml`);
    // Never half-written, and private: it holds links.
    await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
    await rename(`${file}.part`, file);
    if (written === 0) log.info(`SMTP_URL is not set: letters are written to ${folder}`);
    if (written++ % cleanupInterval === 0) await keepNewest(folder);
  };
}

async function keepNewest(folder: string): Promise<void> {
  const files = (await readdir(folder)).sort().reverse();
  for (const file of files.slice(maxKept)) await rm(join(folder, file), { force: true });
}

/** Nodemailer must not fetch files or URLs into a letter. */
function toMessage({ id, to, subject, text, html, attachments }: NumberedLetter, from: From) {
  return {
    from,
    messageId: `<${id}@${from.address.split("@").at(-1)}>`,
    to: { name: "", address: to },
    subject,
    text,
    html,
    attachments: [...attachments],
    textEncoding: "quoted-printable" as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
