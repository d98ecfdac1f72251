// Fetches a picture from an address that somebody wrote. Nothing of the shop goes along, and only
// hosts on the public internet are connected to.
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { maxPictureBytes } from "#contract/media.ts";
import { lookUpPublic, NotPublicError } from "#server/platform/http/look-up-public.ts";
import { isPublicHost } from "#server/platform/http/public-address.ts";

const timeoutSeconds = 20;
const maxRedirects = 4;

/** Its message is for the owner of the shop. */
export class PictureProblem extends Error {
  /** A later attempt may succeed. */
  readonly mayPass: boolean;
  constructor(message: string, { mayPass }: { mayPass: boolean }) {
    super(message);
    this.mayPass = mayPass;
  }
}

const lasting = (message: string) => new PictureProblem(message, { mayPass: false });
const passing = (message: string) => new PictureProblem(message, { mayPass: true });

const notPublic = lasting(
  "This address is not on the public internet. The shop copies pictures from there only.",
);

export async function fetchPicture(address: string, stopped: AbortSignal): Promise<Buffer> {
  const late = AbortSignal.timeout(timeoutSeconds * 1_000);
  const signal = AbortSignal.any([stopped, late]);
  try {
    return await follow(address, signal);
  } catch (error) {
    if (late.aborted) throw passing(`The host did not send it within ${timeoutSeconds} seconds.`);
    if (error instanceof PictureProblem || stopped.aborted) throw error;
    throw explain(error);
  }
}

async function follow(address: string, signal: AbortSignal): Promise<Buffer> {
  let url = toUrl(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await send(url, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return readBody(response);
    response.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode)) throw refusedWith(statusCode);
    url = toUrl(headers.location ?? "", url);
  }
  throw lasting("The address leads on to others too many times.");
}

/** Browsers, too, load pictures of http addresses by https on pages like ours. */
function toUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (url?.protocol === "http:") url.protocol = "https:";
  if (url?.protocol !== "https:") throw lasting("The address leads on to one that is not https.");
  if (url.username || url.password) throw lasting("The address contains a password.");
  if (!isPublicHost(url.hostname)) throw notPublic;
  return url;
}

function send(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // Without a pool: each connection is to an address that was just checked.
  const options = { signal, agent: false, lookup: lookUpPublic, headers: { accept: "image/*" } };
  request(url, options, resolve).on("error", reject).end();
  return promise;
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const tooLarge = lasting(`The picture is larger than ${maxPictureBytes / 1024 / 1024} MB.`);
  if (Number(response.headers["content-length"]) > maxPictureBytes) {
    response.destroy();
    throw tooLarge;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > maxPictureBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusedWith(status: number): PictureProblem {
  if (status === 404 || status === 410) return lasting("There is no picture at this address.");
  if (status === 429 || status >= 500) {
    return passing(`The host cannot send it at the moment (status ${status}).`);
  }
  return lasting(`The host does not give this picture out (status ${status}).`);
}

function explain(error: unknown): PictureProblem {
  if (error instanceof NotPublicError) return notPublic;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return passing("There is no host of this name, or it could not be looked up.");
  }
  if (/CERT|SSL|TLS|SELF_SIGNED|EPROTO/.test(code)) {
    return passing("The host has no valid certificate, so the connection would not be safe.");
  }
  return passing("The connection to the host failed.");
}
