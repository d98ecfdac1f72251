import { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { fetchPicture, PictureProblem } from "./fetch-picture.ts";
import { pictureSaver } from "./open-picture-storage.ts";
import { resizePicture } from "./resize-picture.ts";

export type CopiedPicture =
  | { copy: string }
  /** `mayPass`: a later attempt may succeed. */
  | { problem: string; mayPass: boolean };

export async function copyPicture(
  context: Pick<Context, "env" | "filterPicture" | "origin">,
  address: string,
  signal: AbortSignal,
): Promise<CopiedPicture> {
  const own = ownPicture(context, address);
  if (own) return { copy: own };
  try {
    const sizes = await resizePicture(await fetchPicture(address, signal));
    if (sizes instanceof Refusal) return { problem: unreadable, mayPass: false };
    const copy = await pictureSaver(context)(sizes);
    return copy instanceof Refusal ? { problem: copy.message, mayPass: true } : { copy };
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error;
    return { problem: error.message, mayPass: error.mayPass };
  }
}

const unreadable =
  "What lies there is no JPEG, PNG, WebP or AVIF picture of at most 40 megapixels.";

function ownPicture(
  { filterPicture, origin }: Pick<Context, "filterPicture" | "origin">,
  address: string,
): string {
  const isHere = address.startsWith(`${origin}/images/`);
  return filterPicture(isHere ? address.slice(origin.length) : address);
}
