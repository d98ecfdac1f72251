// An S3 server that checks signatures with its own code, not the shop's.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type S3Server = {
  env: Record<string, string>;
  objects: Map<string, Buffer>;
  /** When each was stored, where that is not now. */
  times: Map<string, Date>;
  /** Codes of refused requests. */
  refused: string[];
  /** "silent" never answers. */
  mood: "willing" | "failing" | "silent";
  /** Without a content-length, as some gateways in front of a storage send it. */
  isChunked: boolean;
  /** How many more objects it stores before it fails. */
  room: number;
};

export async function startS3Server(): Promise<S3Server> {
  const keys = { id: "SHOPKEY8Zq3LmW7rT0pX", secret: randomBytes(24).toString("base64url") };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const storage: S3Server = {
    env: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: "pictures",
      S3_REGION: "eu-central-1",
      S3_ACCESS_KEY_ID: keys.id,
      S3_SECRET_ACCESS_KEY: keys.secret,
    },
    objects: new Map(),
    times: new Map(),
    refused: [],
    mood: "willing",
    isChunked: false,
    room: Number.POSITIVE_INFINITY,
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (storage.mood === "silent") return;
    const why = storage.mood === "failing" ? "SlowDown" : whyNot(request, body, keys);
    if (why) {
      storage.refused.push(why);
      response.writeHead(why === "SlowDown" ? 503 : 403).end(xml(why));
    } else serve(request.method, request.url ?? "", body, response);
  }

  function serve(method: string | undefined, url: string, body: Buffer, response: ServerResponse) {
    if (method === "PUT") store(url, body, response);
    else if (method === "DELETE") remove(url, response);
    else if (url.startsWith("/pictures?")) list(url, response);
    else show(url, response);
  }

  function store(url: string, body: Buffer, response: ServerResponse) {
    const isFull = storage.room-- <= 0;
    if (!isFull) storage.objects.set(url, body);
    response.writeHead(isFull ? 507 : 200).end();
  }

  function remove(url: string, response: ServerResponse) {
    storage.objects.delete(url);
    response.writeHead(204).end();
  }

  /** Two at a time, so that there are pages. */
  function list(url: string, response: ServerResponse) {
    const query = new URL(url, "http://storage").searchParams;
    const from = Number(query.get("continuation-token") ?? "0");
    const keys = [...storage.objects.keys()].map((key) => key.replace("/pictures/", ""));
    const contents = keys.slice(from, from + 2).map((key) => {
      const time = storage.times.get(`/pictures/${key}`) ?? new Date();
      return `<Contents><Key>${key}</Key><LastModified>${time.toISOString()}</LastModified></Contents>`;
    });
    const next =
      from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
    response.end(`<ListBucketResult>${contents.join("")}${next}</ListBucketResult>`);
  }

  function show(url: string, response: ServerResponse) {
    const found = storage.objects.get(url);
    const headers = {
      "last-modified": (storage.times.get(url) ?? new Date()).toUTCString(),
      ...(found && !storage.isChunked && { "content-length": found.length }),
    };
    if (found) response.writeHead(200, headers).write(found, () => response.end());
    else response.writeHead(404).end(xml("NoSuchKey"));
  }
  return storage;
}

const xml = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`;
const hash = (of: string | Buffer) => createHash("sha256").update(of).digest("hex");

function whyNot(
  { method, url = "", headers }: IncomingMessage,
  body: Buffer,
  keys: { id: string; secret: string },
): string | undefined {
  const form =
    /^AWS4-HMAC-SHA256 Credential=(\S+?)\/(\d{8})\/eu-central-1\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/;
  const [, id, day = "", names = "", signature = ""] = form.exec(headers.authorization ?? "") ?? [];
  if (id !== keys.id) return "InvalidAccessKeyId";
  const time = String(headers["x-amz-date"]);
  const [, y, m, d, H, M, S] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  const age = Math.abs(Date.now() - Date.parse(`${y}-${m}-${d}T${H}:${M}:${S}Z`));
  if (!(age < 15 * 60_000) || !time.startsWith(day)) return "RequestTimeTooSkewed";
  const content = String(headers["x-amz-content-sha256"]);
  if (content !== hash(body)) return "XAmzContentSHA256Mismatch";
  for (const needed of ["host", "x-amz-content-sha256", "x-amz-date"]) {
    if (!names.split(";").includes(needed)) return `${needed} is not signed`;
  }
  const known = names.split(";").map((name) => `${name}:${headers[name]}\n`);
  const [path, query = ""] = url.split("?");
  const sorted = query.split("&").sort().join("&");
  const canonical = `${method}\n${path}\n${sorted}\n${known.join("")}\n${names}\n${content}`;
  const scope = `${day}/eu-central-1/s3/aws4_request`;
  const step = (key: string | Buffer, of: string) => createHmac("sha256", key).update(of).digest();
  const ofDay = step(`AWS4${keys.secret}`, day);
  const key = step(step(step(ofDay, "eu-central-1"), "s3"), "aws4_request");
  const right = step(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash(canonical)}`);
  return timingSafeEqual(right, Buffer.from(signature, "hex"))
    ? undefined
    : "SignatureDoesNotMatch";
}
