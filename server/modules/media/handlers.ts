import { type imageCalls, maxPictureBytes } from "#contract/media.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { KeyedSemaphore, Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { sendToImageHost } from "./image-host.ts";
import { openPictureStorage } from "./open-picture-storage.ts";
import type { PictureStorage } from "./picture-storage.ts";
import { resizePicture } from "./resize-picture.ts";

const hour = 3_600;
/** Each upload may be held in memory whole. */
const uploads = new Semaphore(16, 0);
/** Of one person: slow or endless uploads must not take all slots. */
const maxPerPerson = 2;

export function imageHandlers(context: Context): Handlers<typeof imageCalls> {
  const save = saverOf(context);
  const uploadsByPerson = new KeyedSemaphore(maxPerPerson);
  return {
    upload: async (_, caller, readFile) => {
      if (!(await consumeLimits(context, caller))) return tooMany;
      return uploadsByPerson.run(caller.person._id, () =>
        uploads.run(async () => {
          const bytes = await readFile({ name: "image", most: maxPictureBytes });
          const sizes = await resizePicture(bytes);
          const url = sizes instanceof Refusal ? sizes : await save(sizes);
          return url instanceof Refusal ? url : { success: true, data: { url } };
        }),
      );
    },
  };
}

const tooMany = refuse(
  "too-many",
  "You have uploaded many pictures in the last hour. Please try again later.",
);

async function consumeLimits(
  { db }: Context,
  { person, address }: SignedInCaller,
): Promise<boolean> {
  const byPerson = { key: `pictures of ${person._id}`, most: 30, seconds: hour };
  const byAddress = { key: `pictures from ${addressPrefix(address)}`, most: 120, seconds: hour };
  return (await consumeLimit(db, byPerson)) && (await consumeLimit(db, byAddress));
}

function saverOf({ env, filterPicture }: Context): PictureStorage["save"] {
  const { IMAGE_HOST_URL: url, IMAGE_HOST_KEY: key } = env;
  if (!url) return openPictureStorage(env).save;
  const host = { url, key, filterPicture };
  return (sizes) => sendToImageHost(host, sizes[960]);
}
