import { settingsCalls } from "#contract/settings.ts";
import { call } from "#web/app/call.ts";

export async function listGroups(signal: AbortSignal): Promise<Record<string, string>> {
  const records = await call(settingsCalls.list, {}, signal);
  const discounts = records.find((each) => each.section === "discounts");
  return Object.fromEntries(discounts?.value.groups.map(({ id, name }) => [id, name]) ?? []);
}
