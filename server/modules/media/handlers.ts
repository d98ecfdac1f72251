import { type imageCalls, maxPictureBytes } from "#contract/media.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { createPictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { KeyedSemaphore, Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { sendToImageHost } from "./image-host.ts";
import { openPictureStorage } from "./open-picture-storage.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { resizePicture } from "./resize-picture.ts";

const hour = 3_600;
/** Each that is under way may lie in memory whole, so there are never more of them. */
const underWay = new Semaphore(16, 0);
/** So many of one person: who sends slowly, or on purpose never ends, must not take all places. */
const mostAtOnce = 2;

export function imageHandlers(context: Context): Handlers<typeof imageCalls> {
  const keep = keeperOf(context);
  const ofOnePerson = new KeyedSemaphore(mostAtOnce);
  return {
    upload: async (_, caller, readFile) => {
      if (!(await mayUpload(context, caller))) return tooMany;
      return ofOnePerson.run(caller.person._id, () =>
        underWay.run(async () => {
          const bytes = await readFile({ name: "image", most: maxPictureBytes });
          const sizes = await resizePicture(bytes);
          const url = sizes instanceof Refusal ? sizes : await keep(sizes);
          return url instanceof Refusal ? url : { success: true, data: { url } };
        }),
      );
    },
  };
}

const tooMany = refuse(
  "too-many",
  "That were many pictures within an hour. Please try again later.",
);

async function mayUpload({ db }: Context, { person, address }: SignedInCaller): Promise<boolean> {
  const byPerson = { key: `pictures of ${person._id}`, most: 30, seconds: hour };
  const byAddress = { key: `pictures from ${addressPrefix(address)}`, most: 120, seconds: hour };
  return (await consumeLimit(db, byPerson)) && (await consumeLimit(db, byAddress));
}

function keeperOf({ env }: Context): PictureStorage["keep"] {
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key } = env;
  if (!url) return openPictureStorage(env).keep;
  const host = { url, key, show: createPictureFilter(env) };
  return (sizes) => sendToImageHost(host, sizes[960]);
}
