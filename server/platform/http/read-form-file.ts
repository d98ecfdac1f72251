// Reads the one file that a form brings, and nothing beyond it.
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "./refusal-error.ts";

/** What the form's field is called, and how many bytes the file in it may have. */
export type FileRules = { name: string; most: number };

/** Reads the file when the handler wants it; until then it waits outside. */
export type ReadFile = (rules: FileRules) => Promise<Buffer>;

const megabyte = 1024 * 1024;
/** What a form with one file has besides the file: boundaries and a few headers. */
const formAround = 16 * 1024;
const limits = { files: 1, fields: 0, parts: 1, headerPairs: 8, headerSize: 4 * 1024 };
/**
 * The slowest line that is waited for, in milliseconds: 8 MB from a phone with little reception. Who
 * is slower holds up the others.
 */
const receiveWithin = 240_000;

/** Who is refused is heard out, so that they hear it; who goes on beyond this is cut off. */
const mostHeard = 64 * megabyte;

/** In a scope of its own, because every other call must refuse forms unread. */
export function acceptForms(app: FastifyInstance, mount: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, { throwFileSizeLimit: false });
    // What is no form stays unread as well, and is refused in the words of a form.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    mount(scope);
  });
}

export async function readFormFile(request: FastifyRequest, rules: FileRules): Promise<Buffer> {
  const { name, most } = rules;
  if (!request.isMultipart()) {
    throw new RefusalError(
      refuse("unsupported-media-type", `Please send a form with one file named "${name}".`),
    );
  }
  if (Number(request.headers["content-length"]) > most + formAround) throw tooLarge(most);
  const tooLate = setTimeout(() => request.raw.destroy(), receiveWithin);
  // In the same moment in which the form begins to be read, so that nothing is missed.
  cutOffBeyond(mostHeard, request);
  try {
    let file: Buffer | undefined;
    for await (const part of request.parts({ limits: { ...limits, fileSize: most } })) {
      if (part.type !== "file" || part.fieldname !== name) throw notThatForm(name);
      file = await readWhole(part.file, most);
    }
    if (file?.length) return file;
  } catch (error) {
    // Whatever else the parser stumbles over is wrong with the form.
    throw error instanceof RefusalError ? error : notThatForm(name);
  } finally {
    clearTimeout(tooLate);
    // An answer is heard only by who has finished talking.
    request.raw.unpipe();
    request.raw.resume();
  }
  throw new RefusalError(refuse("invalid", "Please choose a file.", { [name]: "Is missing" }));
}

/** Whatever lies before, between and after the parts of a form counts as well, and has no limit. */
function cutOffBeyond(most: number, { raw }: FastifyRequest): void {
  let heard = 0;
  raw.on("data", (bytes: Buffer) => {
    heard += bytes.length;
    if (heard > most) raw.destroy();
  });
}

type FileStream = AsyncIterable<Buffer> & { truncated: boolean };

async function readWhole(file: FileStream, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) {
    if (file.truncated) break;
    chunks.push(chunk);
  }
  if (file.truncated) throw tooLarge(most);
  return Buffer.concat(chunks);
}

function tooLarge(most: number): RefusalError {
  return new RefusalError(
    refuse("too-large", `That file is too large: ${Math.floor(most / megabyte)} MB is the most.`),
  );
}

function notThatForm(name: string): RefusalError {
  return new RefusalError(
    refuse("malformed", `Please send a form with one file named "${name}" and nothing else.`),
  );
}
