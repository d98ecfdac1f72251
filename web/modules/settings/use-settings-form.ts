import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { FieldMessages } from "#contract/refusals.ts";
import type { Settings, SettingsEdit, SettingsRecord } from "#contract/settings.ts";
import { CallRefused } from "#web/app/call.ts";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { allSettings, saveSettings } from "./calls.ts";
import { addKeys, dropKeys, type Keyed } from "./keyed-rows.ts";

export type Record<Section extends keyof Settings> = Extract<SettingsRecord, { section: Section }>;
type Value<Section extends keyof Settings> = Keyed<Settings[Section]>;

export type SettingsForm<Section extends keyof Settings> = {
  value: Value<Section>;
  errors: FieldMessages;
  overridden: { [field: string]: string };
  set: (changes: Partial<Value<Section>>) => void;
};

/** `record` is what the fields were filled from when they were last saved or discarded. */
export function useSettingsForm<Section extends keyof Settings>(record: Record<Section>) {
  const client = useQueryClient();
  const [{ base, value }, setForm] = useState(() => toForm(record));
  const [errors, setErrors] = useState<FieldMessages>({});
  const [failure, setFailure] = useState("");
  const [isSaving, setSaving] = useState(false);
  const sent = dropKeys<Settings[Section]>(value);
  const isChanged = JSON.stringify(sent) !== JSON.stringify(base.value);
  if (record.version > base.version && !isChanged) setForm(toForm(record));

  function set(changes: Partial<Value<Section>>) {
    setForm((form) => ({ ...form, value: { ...form.value, ...changes } }));
    setFailure("");
    const names = Object.keys(changes);
    const isKept = ([path]: [string, string]) => !names.includes(path.split(".")[0] ?? "");
    setErrors((all) => Object.fromEntries(Object.entries(all).filter(isKept)));
  }

  async function save() {
    if (isSaving) return;
    setSaving(true);
    setFailure("");
    setErrors({});
    const { section, version } = base;
    try {
      const saved = await saveSettings({ section, version, value: sent } as SettingsEdit);
      const next = toForm(saved as Record<Section>);
      // What was typed meanwhile stays, to be saved next.
      setForm((form) => (form.value === value ? next : { ...form, base: next.base }));
      await client.invalidateQueries({ queryKey: allSettings().queryKey });
      showOnShelf("Saved. It is in force now.");
    } catch (error) {
      setFailure((error as Error).message);
      if (error instanceof CallRefused) setErrors(withoutPrefix(error.fields));
    }
    setSaving(false);
  }

  return {
    isChanged,
    isSaving,
    failure,
    save,
    form: { value, errors, overridden: base.overridden, set },
    isOutdated: isChanged && record.version > base.version,
    discard() {
      setForm(toForm(record));
      setErrors({});
      setFailure("");
    },
  };
}

function toForm<Section extends keyof Settings>(record: Record<Section>) {
  return { base: record, value: addKeys(record.value) as Value<Section> };
}

const withoutPrefix = (fields: FieldMessages): FieldMessages =>
  Object.fromEntries(
    Object.entries(fields).map(([path, message]) => [path.replace(/^value\./, ""), message]),
  );
