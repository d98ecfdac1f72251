import { queryOptions } from "@tanstack/react-query";
import { callRoot } from "#contract/call.ts";
import {
  type SettingsEdit,
  type SettingsFile,
  type SettingsImport,
  type SettingsRecord,
  settingsCalls,
} from "#contract/settings.ts";
import { call, callInTime } from "#web/app/call.ts";

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

export const settingsFilePath = callRoot + settingsCalls.file.path;

export const importSettings = (file: SettingsFile, seen?: string): Promise<SettingsImport> =>
  callInTime(settingsCalls.importFile, { body: { file, seen } });
