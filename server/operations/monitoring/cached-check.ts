// A look at the database for whoever watches over the shop. However many ask, there is one at a
// time, its answer is good for a moment, and nobody waits long for one that does not come.

export class CheckTimeout extends Error {}

type Options = {
  /** In milliseconds. Everybody who asks meanwhile gets the same: asking is free, looking is not. */
  goodFor: number;
  /** A database that takes longer is away for whoever buys something. */
  within: number;
};

export function cacheCheck<Seen>(look: () => Promise<Seen>, options: Options): () => Promise<Seen> {
  let latest: { at: number; seen: Promise<Seen> } | undefined;
  let running: Promise<Seen> | undefined;

  /** One that hangs is waited for by all who come later; it is not asked for again and again. */
  function lookOnce(): Promise<Seen> {
    running ??= look().finally(() => {
      running = undefined;
    });
    return running;
  }

  async function inTime(): Promise<Seen> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new CheckTimeout("The database does not answer")),
        options.within,
      );
    });
    try {
      return await Promise.race([lookOnce(), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  return () => {
    if (!latest || performance.now() - latest.at > options.goodFor) {
      latest = { at: performance.now(), seen: inTime() };
      // Nobody may be left to hear of it.
      latest.seen.catch(() => {});
    }
    return latest.seen;
  };
}
