import { type imageCalls, largestPicture } from "#contract/images.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { showPictures } from "#server/platform/config/person-pictures.ts";
import type { Handlers, SignedIn } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { KeyedSemaphore, Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { take } from "#server/platform/rate-limits/take.ts";
import { sendToHost } from "./image-host.ts";
import { makeSizes } from "./make-sizes.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { pictureStorage } from "./storage.ts";

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
          const bytes = await readFile({ name: "image", most: largestPicture });
          const sizes = await makeSizes(bytes);
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

async function mayUpload({ db }: Context, { person, address }: SignedIn): Promise<boolean> {
  const byPerson = { key: `pictures of ${person._id}`, most: 30, seconds: hour };
  const byAddress = { key: `pictures from ${addressPrefix(address)}`, most: 120, seconds: hour };
  return (await take(db, byPerson)) && (await take(db, byAddress));
}

function keeperOf({ env }: Context): PictureStorage["keep"] {
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key } = env;
  if (!url) return pictureStorage(env).keep;
  const host = { url, key, show: showPictures(env) };
  return (sizes) => sendToHost(host, sizes[960]);
}
