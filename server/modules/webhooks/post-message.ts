// Posts to an address that an admin wrote: to the public internet only, and no further.
import { type IncomingMessage, request as overHttp } from "node:http";
import { request as overHttps } from "node:https";
import { lookUpPublic, NotPublicError } from "#server/platform/http/look-up-public.ts";
import { addressProblem } from "./address-problem.ts";

const timeoutSeconds = 15;
const maxAnswerBytes = 16 * 1024;
const keptCharacters = 500;

export type Outcome = {
  isDelivered: boolean;
  /** Null if there was no answer. */
  status: number | null;
  durationMs: number;
  answer: string;
};

type Options = {
  allowedHosts: readonly string[];
  headers: Record<string, string>;
  signal: AbortSignal;
};

/** Fails only if the signal aborts: what the receiver does is an outcome. */
export async function postMessage(
  address: string,
  body: string,
  { allowedHosts, headers, signal: stopped }: Options,
): Promise<Outcome> {
  const startedAt = performance.now();
  const late = AbortSignal.timeout(timeoutSeconds * 1_000);
  const end = (status: number | null, answer: string): Outcome => ({
    isDelivered: status !== null && status >= 200 && status < 300,
    durationMs: Math.round(performance.now() - startedAt),
    status,
    answer: toStorable(answer),
  });
  const problem = addressProblem(address, allowedHosts);
  if (problem) return end(null, problem);
  try {
    const response = await send(new URL(address), body, {
      allowedHosts,
      headers,
      signal: AbortSignal.any([stopped, late]),
    });
    const { statusCode = 0 } = response;
    const answer = await readStart(response);
    const isRedirect = statusCode >= 300 && statusCode < 400;
    return end(statusCode, isRedirect ? `Redirects are not followed. ${answer}` : answer);
  } catch (error) {
    if (late.aborted) return end(null, `There was no answer within ${timeoutSeconds} seconds.`);
    stopped.throwIfAborted();
    return end(null, explain(error));
  }
}

function send(
  url: URL,
  body: string,
  { allowedHosts, headers, signal }: Options,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === "https:" ? overHttps : overHttp;
  const own = { "content-type": "application/json; charset=utf-8", "user-agent": "Webhooks" };
  const options = {
    method: "POST",
    signal,
    headers: { ...own, ...headers },
    // Without a pool: each connection is to an address that was just checked.
    agent: false,
    ...(!allowedHosts.includes(url.host) && { lookup: lookUpPublic }),
  };
  request(url, options, resolve).on("error", reject).end(body);
  return promise;
}

async function readStart(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxAnswerBytes) break;
  }
  return Buffer.concat(chunks).toString();
}

/** PostgreSQL cannot store NUL or lone surrogates. */
const toStorable = (text: string) =>
  text.replaceAll("\0", "").slice(0, keptCharacters).toWellFormed();

function explain(error: unknown): string {
  if (error instanceof NotPublicError) {
    return "This host is not on the public internet. The shop sends nothing there.";
  }
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return "There is no host of this name.";
  if (/CERT|SSL|TLS|SELF_SIGNED|EPROTO/.test(code)) {
    return "The host has no valid certificate, so the connection would not be safe.";
  }
  return `The connection failed${code && ` (${code})`}.`;
}
