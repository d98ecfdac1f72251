import { useQueryClient } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ChangeEvent, useId, useState } from "react";
import type { SettingsFile, SettingsImport } from "#contract/settings.ts";
import { FormError } from "#web/ui/field.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";
import { useAction } from "#web/ui/use-action.ts";
import { allSettings, importSettings, settingsFilePath } from "./calls.ts";
import { SettingsDifferences } from "./settings-differences.tsx";

type Read = { file: SettingsFile; found: SettingsImport };

export function SettingsInFile() {
  const id = useId();
  const client = useQueryClient();
  const [read, setRead] = useState<Read>();
  const { run, isBusy, failure, errors } = useAction();

  const choose = ({ target }: ChangeEvent<HTMLInputElement>) =>
    run(async () => {
      const [chosen] = target.files ?? [];
      setRead(undefined);
      if (!chosen) return;
      const file = await parse(chosen);
      setRead({ file, found: await importSettings(file) });
    });

  const save = ({ file, found }: Read) =>
    run(async () => {
      await importSettings(file, found.seen).finally(() => setRead(undefined));
      await client.invalidateQueries({ queryKey: allSettings().queryKey });
      showOnShelf("Saved. It is in force now.");
    });

  return (
    <section aria-labelledby={`${id}heading`} className="grid gap-4 border-t border-base-300 pt-5">
      <h3 id={`${id}heading`} className="text-lg font-bold">
        All settings as one file
      </h3>
      <div>
        <a
          href={settingsFilePath}
          download="settings.json"
          className="btn btn-outline h-11 border-base-content/50"
        >
          <Download className="size-4" aria-hidden="true" />
          Download the settings
        </a>
      </div>
      <HiddenIfReadOnly>
        <div className="grid max-w-md gap-1.5">
          <label htmlFor={id} className="text-sm font-semibold">
            Take over settings from a file
          </label>
          <input
            id={id}
            type="file"
            accept=".json,application/json"
            aria-describedby={`${id}hint`}
            className="file-input h-11 w-full border-base-content/50 bg-base-100"
            onChange={choose}
          />
          <p id={`${id}hint`} className="text-sm text-base-content/75">
            You see what would change before anything is saved.
          </p>
        </div>
        <FormError>{failure}</FormError>
        {Object.keys(errors).length > 0 && (
          <ul className="grid list-disc gap-1 ps-6 text-sm wrap-anywhere">
            {Object.entries(errors).map(([field, message]) => (
              <li key={field}>
                <span className="font-mono">{field.replace(/^(file\.)?sections\./, "")}</span>:{" "}
                {message}
              </li>
            ))}
          </ul>
        )}
        {read && (
          <SettingsDifferences
            found={read.found}
            isBusy={isBusy}
            onSave={() => save(read)}
            onCancel={() => setRead(undefined)}
          />
        )}
      </HiddenIfReadOnly>
    </section>
  );
}

async function parse(chosen: File): Promise<SettingsFile> {
  try {
    return JSON.parse(await chosen.text());
  } catch {
    throw new Error("This is no file of settings.");
  }
}
