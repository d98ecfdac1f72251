import { queryOptions } from "@tanstack/react-query";
import { callRoot } from "#contract/call.ts";
import type {
  SettingsEdit,
  SettingsFile,
  SettingsImport,
  SettingsRecord,
} from "#contract/settings.ts";
import { call, callInTime } from "#web/app/call.ts";

/** Large, with all sections. */
const loadCalls = async () => (await import("#contract/settings.ts")).settingsCalls;

export function allSettings() {
  return queryOptions({
    queryKey: ["settings"],
    queryFn: async ({ signal }) => call((await loadCalls()).list, {}, signal),
    staleTime: 0,
  });
}

export async function saveSettings(edit: SettingsEdit): Promise<SettingsRecord> {
  return call((await loadCalls()).save, { body: edit });
}

export const settingsFilePath = `${callRoot}/settings/file`;

export async function importSettings(file: SettingsFile, seen?: string): Promise<SettingsImport> {
  return callInTime((await loadCalls()).importFile, { body: { file, seen } });
}
