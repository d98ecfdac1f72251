import { Select } from "#web/ui/choice.tsx";
import { InRow } from "#web/ui/in-row.tsx";
import { RowList } from "#web/ui/row-list.tsx";
import { TextInput } from "./settings-fields.tsx";
import type { SettingsForm } from "./use-settings-form.ts";

type Target = SettingsForm<"discounts">["value"]["discounts"][number]["targets"][number];

const kinds: Record<Target["kind"], string> = {
  part: "Part, by its number",
  type: "Type, by its short name",
  brand: "Brand",
};

type Props = {
  what: string;
  hint: string;
  targets: Target[];
  errorOf: (field: string) => string | undefined;
  onChange: (targets: Target[]) => void;
};

export function TargetFields({ what, hint, targets, errorOf, onChange }: Props) {
  return (
    <div className="grid gap-3">
      <p className="text-sm text-base-content/75">{hint}</p>
      <RowList<Target>
        itemName={what}
        rows={targets}
        emptyRow={{ kind: "type", id: "" }}
        max={100}
        onChange={onChange}
      >
        {(target, at, change) => (
          <div className="grid items-start gap-3 sm:grid-cols-2">
            <Select
              label={<InRow row={`, ${what} ${at + 1}`}>Kind</InRow>}
              choices={kinds}
              value={target.kind}
              onChoose={(kind) => change({ kind })}
            />
            <TextInput
              label={<InRow row={`, ${what} ${at + 1}`}>Which one</InRow>}
              value={target.id}
              error={errorOf(`${at}.id`)}
              onChange={(id) => change({ id })}
            />
          </div>
        )}
      </RowList>
    </div>
  );
}
