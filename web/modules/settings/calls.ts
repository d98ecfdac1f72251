import { queryOptions } from "@tanstack/react-query";
import { type SettingsEdit, type SettingsRecord, settingsCalls } from "#contract/settings.ts";
import { call } from "#web/app/call.ts";

export function allSettings() {
  return queryOptions({
    queryKey: ["settings"],
    queryFn: ({ signal }) => call(settingsCalls.list, {}, signal),
    staleTime: 0,
  });
}

export function saveSettings(edit: SettingsEdit): Promise<SettingsRecord> {
  return call(settingsCalls.save, { body: edit });
}
