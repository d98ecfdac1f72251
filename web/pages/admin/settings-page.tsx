import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { AuditAction } from "#contract/audit.ts";
import type { SettingsSection } from "#contract/settings.ts";
import { paths } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { allSettings } from "#web/modules/settings/calls.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";

const SettingsEditor = late(
  async () => (await import("#web/modules/settings/settings-editor.tsx")).SettingsEditor,
);
const SettingsInFile = late(
  async () => (await import("#web/modules/settings/settings-in-file.tsx")).SettingsInFile,
);
const ChangesOf = late(async () => (await import("#web/modules/audit/changes-of.tsx")).ChangesOf);

const sections: Record<SettingsSection, string> = {
  company: "Company",
  delivery: "Delivery",
  tax: "Tax",
  discounts: "Discounts",
  returns: "Returns",
  reviews: "Reviews",
  holds: "Unpaid orders",
  letters: "Letters",
  security: "Sign-in",
};
const undoableActions: AuditAction[] = ["edit-settings"];

export function SettingsPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const section = useQueryParam("section");
  const [isChanged, setChanged] = useState(false);
  const { data, error, refetch } = useQuery(allSettings());
  const shown = data?.find((record) => record.section === section) ?? data?.[0];

  function choose(next: SettingsSection) {
    if (isChanged) return showOnShelf("Save or discard your changes first.");
    void navigate(`${paths.settings}?section=${next}`, { replace: true });
  }

  return (
    <section>
      <PageHeading>Settings</PageHeading>
      {!shown && !error && <InlineLoading />}
      {!shown && error && (
        <LoadFailed title="The settings could not be fetched" error={error} retry={refetch} />
      )}
      {shown && (
        <div className="grid gap-8">
          <RadioGroup label="Section" choices={sections} value={shown.section} onChoose={choose} />
          <Suspense fallback={<InlineLoading />}>
            <SettingsEditor key={shown.section} record={shown} onChanged={setChanged} />
            <SettingsInFile />
            <ChangesOf
              about={shown._id}
              asOf={`${shown.version}`}
              undoableActions={undoableActions}
              onUndone={() => client.invalidateQueries({ queryKey: allSettings().queryKey })}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}
