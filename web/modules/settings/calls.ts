import { queryOptions } from "@tanstack/react-query";
import { callRoot } from "#contract/call.ts";
import type { EditableText } from "#contract/letter-original.ts";
import type { LetterKind } from "#contract/letter-originals.ts";
import type {
  SettingsEdit,
  SettingsFile,
  SettingsImport,
  SettingsRecord,
} from "#contract/settings.ts";
import { call, callInTime } from "#web/app/call.ts";
import { setShopZone } from "#web/app/shop-zone.ts";

/** Large, with all sections. */
const loadCalls = async () => (await import("#contract/settings.ts")).settingsCalls;

export function allSettings() {
  return queryOptions({
    queryKey: ["settings"],
    queryFn: async ({ signal }) => {
      const all = await call((await loadCalls()).list, {}, signal);
      // For the pages that are shown next: only a page that is loaded reads it from its head.
      for (const { section, value } of all) if (section === "company") setShopZone(value.timeZone);
      return all;
    },
    staleTime: 0,
  });
}

export async function saveSettings(edit: SettingsEdit): Promise<SettingsRecord> {
  return call((await loadCalls()).save, { body: edit });
}

export function letterPreview(body: { kind: LetterKind; text: EditableText }) {
  return queryOptions({
    queryKey: ["letter-preview", body],
    queryFn: async ({ signal }) => {
      const { letterCalls } = await import("#contract/letters.ts");
      return call(letterCalls.preview, { body }, signal);
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export const settingsFilePath = `${callRoot}/settings/file`;

export async function importSettings(file: SettingsFile, seen?: string): Promise<SettingsImport> {
  return callInTime((await loadCalls()).importFile, { body: { file, seen } });
}
