import type { Settings } from "#contract/settings.ts";
import { settingsTag } from "#contract/tags.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import { readSettings, withOverrides } from "./store.ts";

/** Those in force. Not to be awaited inside a transaction. */
export type ReadSettings = () => Promise<Settings>;

type Context = { db: Queries; env: Env; events: Pick<Events, "onEvents" | "isCurrent"> };

/** Few, so that each process keeps them. */
export function keepSettings({ db, env, events }: Context): ReadSettings {
  let kept: Promise<Settings> | undefined;
  events.onEvents((happened) => {
    if (!happened || happened.some(({ tags }) => tags.includes(settingsTag))) kept = undefined;
  });
  return () => {
    if (kept && events.isCurrent()) return kept;
    const loading = readSettings(db).then(({ values }) => withOverrides(env, values));
    kept = loading;
    loading.catch(() => {
      if (kept === loading) kept = undefined;
    });
    return loading;
  };
}
