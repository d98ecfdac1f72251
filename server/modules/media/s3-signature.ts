// AWS signature version 4. It is short and does not change any more, so no library is needed.
import { createHash, createHmac } from "node:crypto";

export type S3Keys = { region: string; accessKeyId: string; secretAccessKey: string };
type S3Request = { method: string; url: URL; headers?: Record<string, string>; body?: Uint8Array };

export function signS3Request(
  { method, url, headers = {}, body = new Uint8Array() }: S3Request,
  { region, accessKeyId, secretAccessKey }: S3Keys,
  at: Date,
): Record<string, string> {
  const time = `${at.toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const sent: Record<string, string> = {
    ...headers,
    "x-amz-content-sha256": sha256(body),
    "x-amz-date": time,
  };
  const known = Object.entries({ ...sent, host: url.host }).sort(byName);
  const names = known.map(([name]) => name).join(";");
  const request = [
    method,
    url.pathname.split("/").map(encode).join("/"),
    [...url.searchParams]
      .sort(byName)
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .join("&"),
    ...known.map(([name, value]) => `${name}:${value.trim()}`),
    "",
    names,
    sent["x-amz-content-sha256"],
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(request)].join("\n");
  const key = scope.split("/").reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope},SignedHeaders=${names},Signature=${signature}`,
  };
}

const sha256 = (of: string | Uint8Array) => createHash("sha256").update(of).digest("hex");
const hmac = (key: string | Buffer, of: string) => createHmac("sha256", key).update(of).digest();

function byName([one]: [string, string], [other]: [string, string]): number {
  return one < other ? -1 : 1;
}

function encode(text: string): string {
  const strict = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(decodeURIComponent(text)).replace(/[!'()*]/g, strict);
}
