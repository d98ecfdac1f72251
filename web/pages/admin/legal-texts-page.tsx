import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import type { AuditAction } from "#contract/audit.ts";
import { type LegalPage, legalPageTitles } from "#contract/rules/legal-pages.ts";
import { paths } from "#web/app/paths.ts";
import { useQueryParam } from "#web/app/use-query-param.ts";
import { legalTexts } from "#web/modules/legal/calls.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { showOnShelf } from "#web/ui/shelf.tsx";

const LegalEditor = late(
  async () => (await import("#web/modules/legal/legal-editor.tsx")).LegalEditor,
);
const ChangesOf = late(async () => (await import("#web/modules/audit/changes-of.tsx")).ChangesOf);

const undoableActions: AuditAction[] = ["edit-legal-text"];

export function LegalTextsPage() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const page = useQueryParam("page");
  const [isChanged, setChanged] = useState(false);
  const { data, error, refetch } = useQuery(legalTexts());
  const shown = data?.find((record) => record.page === page) ?? data?.[0];

  function choose(next: LegalPage) {
    if (isChanged) return showOnShelf("Save or discard your changes first.");
    void navigate(`${paths.legalTexts}?page=${next}`, { replace: true });
  }

  return (
    <section>
      <PageHeading>Legal Texts</PageHeading>
      {!shown && !error && <InlineLoading />}
      {!shown && error && (
        <LoadFailed title="The legal texts could not be fetched" error={error} retry={refetch} />
      )}
      {shown && (
        <div className="grid gap-8">
          <RadioGroup label="Page" choices={legalPageTitles} value={shown.page} onChoose={choose} />
          <Suspense fallback={<InlineLoading />}>
            <LegalEditor key={shown.page} record={shown} onChanged={setChanged} />
            <ChangesOf
              about={shown._id}
              asOf={`${shown.version}`}
              undoableActions={undoableActions}
              onUndone={() => client.invalidateQueries({ queryKey: legalTexts().queryKey })}
            />
          </Suspense>
        </div>
      )}
    </section>
  );
}
