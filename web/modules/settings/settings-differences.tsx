import type { SettingsImport } from "#contract/settings.ts";
import { formatCount } from "#web/app/format.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";

type Props = {
  found: SettingsImport;
  isBusy: boolean;
  onSave: () => unknown;
  onCancel: () => void;
};

export function SettingsDifferences({ found, isBusy, onSave, onCancel }: Props) {
  const { changes, more, overridden } = found;
  if (changes.length === 0) {
    return <p role="status">The settings are the same as in this file.</p>;
  }
  return (
    <div className="grid gap-4">
      <Table label="What would change" columns={["Setting", "Now", "In the file"]} low>
        {changes.map(({ section, path, before, after }) => (
          <Row key={`${section}.${path}`} className="text-sm">
            <Cell className="font-mono wrap-anywhere">{`${section}.${path}`}</Cell>
            <Cell className="wrap-anywhere" label="Now">
              {before ?? "–"}
            </Cell>
            <Cell className="wrap-anywhere" label="In the file">
              {after ?? "–"}
            </Cell>
          </Row>
        ))}
      </Table>
      {more > 0 && <p>And {formatCount(more)} more.</p>}
      {Object.entries(overridden).map(([field, variable]) => (
        <p key={field} className="text-sm">
          <span className="font-mono">{field}</span> stays as {variable} sets it in the environment.
        </p>
      ))}
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-secondary"
          aria-busy={isBusy}
          onClick={() => void onSave()}
        >
          Save these settings
        </button>
        <button type="button" className="btn btn-outline" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
