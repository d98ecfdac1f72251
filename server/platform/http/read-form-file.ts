import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "#contract/refusals.ts";
import { type ReceivedFile, storeReceived } from "./received-file.ts";
import { RefusalError } from "./refusal-error.ts";

export type FileRules = { name: string; most: number };

export type ReceiveFile = (rules: FileRules) => Promise<ReceivedFile>;

const megabyte = 1024 * 1024;
const overheadBytes = 16 * 1024;
const limits = { files: 1, fields: 0, parts: 1, headerPairs: 8, headerSize: 4 * 1024 };
const uploadTimeoutMs = 240_000;

/** A refused upload is read on, so that the client gets the response, but only so far. */
const moreReadBytes = 64 * megabyte;

/** In its own scope: all other calls refuse forms. */
export function acceptForms(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    // Other types stay unread and get the refusal of a form.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    mount(scope);
  });
}

export async function receiveFormFile(
  request: FastifyRequest,
  rules: FileRules,
  folder: string,
): Promise<ReceivedFile> {
  const { name, most } = rules;
  if (!request.isMultipart()) {
    throw new RefusalError(
      refuse("unsupported-media-type", `Please send a form with one file named "${name}".`),
    );
  }
  if (Number(request.headers["content-length"]) > most + overheadBytes) throw tooLarge(most);
  const timer = setTimeout(() => request.raw.destroy(), uploadTimeoutMs);
  limitReadBytes(most + moreReadBytes, request);
  let file: ReceivedFile | undefined;
  try {
    for await (const part of request.parts({ limits: { ...limits, fileSize: most } })) {
      if (part.type !== "file" || part.fieldname !== name) throw wrongForm(name);
      file = await storeReceived(untilTruncated(part.file), folder);
      if (part.file.truncated) throw tooLarge(most);
      if (part.file.bytesRead === 0) throw part.filename ? empty(name) : missing(name);
    }
    if (file) return file;
  } catch (error) {
    await file?.close();
    // Any other parser error is an error in the form.
    throw error instanceof RefusalError ? error : wrongForm(name);
  } finally {
    clearTimeout(timer);
    // Most clients read the response only after sending everything.
    request.raw.unpipe();
    request.raw.resume();
  }
  throw missing(name);
}

/** The parser does not limit bytes between the parts. */
function limitReadBytes(most: number, { raw }: FastifyRequest): void {
  let read = 0;
  raw.on("data", (bytes: Buffer) => {
    read += bytes.length;
    if (read > most) raw.destroy();
  });
}

type FileStream = AsyncIterable<Buffer> & { truncated: boolean };

async function* untilTruncated(file: FileStream): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    if (file.truncated) return;
    yield chunk;
  }
}

function empty(name: string): RefusalError {
  return new RefusalError(refuse("invalid", "That file is empty.", { [name]: "Is empty" }));
}

/** Browsers send a file without a name where none was chosen. */
function missing(name: string): RefusalError {
  return new RefusalError(refuse("invalid", "Please choose a file.", { [name]: "Is missing" }));
}

function tooLarge(most: number): RefusalError {
  return new RefusalError(
    refuse("too-large", `That file is too large: ${Math.floor(most / megabyte)} MB is the limit.`),
  );
}

function wrongForm(name: string): RefusalError {
  return new RefusalError(
    refuse("malformed", `Please send a form with one file named "${name}" and nothing else.`),
  );
}
