import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Suspense, useId, useState } from "react";
import type { FindingGrade, ImportFinding, ImportRecord } from "#contract/imports.ts";
import { RadioGroup } from "#web/ui/choice.tsx";
import { late } from "#web/ui/late.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { importFindings } from "./calls.ts";

const NameCode = late(async () => (await import("./name-code.tsx")).NameCode);

const columns = ["Line", "Kind", "Part", "What", "What to do"] as const;

const gradeNames: Record<FindingGrade, string> = {
  file: "Stops the file",
  line: "Refused",
  confirm: "To confirm",
  info: "To know",
};
const gradeLooks: Record<FindingGrade, string> = {
  file: "border-error text-error",
  line: "border-error text-error",
  confirm: "border-base-content/50",
  info: "border-base-content/30",
};
const views = { all: "All", line: "Refused", confirm: "To confirm", info: "To know" } as const;

export function FindingList({ shown }: { shown: ImportRecord }) {
  const id = useId();
  const [view, setView] = useState<keyof typeof views>("all");
  const grade = view === "all" ? undefined : view;
  const { refused: line, confirm, info } = shown.counts;
  const isSeveral = [line, confirm, info].filter((count) => count > 0).length > 1;
  return (
    <section aria-labelledby={id} className="mb-10">
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h3 id={id} className="text-lg font-bold">
          Findings
        </h3>
        <a
          href={`/api/imports/${shown._id}/findings/csv`}
          download
          className="link inline-flex min-h-11 items-center gap-2 font-medium"
        >
          <Download className="size-4" aria-hidden="true" />
          Download findings
        </a>
        {isSeveral && (
          <RadioGroup
            look="chips"
            label="Findings shown"
            choices={views}
            value={view}
            onChoose={setView}
          />
        )}
      </div>
      <PagedList
        query={useInfiniteQuery(importFindings(shown._id, grade))}
        failed="The findings could not be fetched"
        more="Show more findings"
      >
        {(findings) => (
          <Table label="Findings" columns={columns}>
            {findings.map((finding) => (
              <Finding key={finding._id} finding={finding} />
            ))}
          </Table>
        )}
      </PagedList>
    </section>
  );
}

function Finding({ finding }: { finding: ImportFinding }) {
  const { line, grade, part, what, todo, asks } = finding;
  return (
    <Row className="text-sm">
      <Cell label="Line" className="tabular-nums">
        {line}
      </Cell>
      <Cell>
        <span className={`inline-block border px-2 whitespace-nowrap ${gradeLooks[grade]}`}>
          {gradeNames[grade]}
        </span>
      </Cell>
      <Cell className="font-mono wrap-anywhere">{part}</Cell>
      <Cell className="wrap-anywhere">{what}</Cell>
      <Cell className="wrap-anywhere">
        {todo}
        {asks && (
          <HiddenIfReadOnly>
            <SayMeaning asks={asks} />
          </HiddenIfReadOnly>
        )}
      </Cell>
    </Row>
  );
}

function SayMeaning({ asks }: { asks: NonNullable<ImportFinding["asks"]> }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <button
        type="button"
        className="btn btn-outline btn-sm mt-2 block min-h-11"
        aria-label={`This is: say what ${asks.source} ${asks.code} means`}
        onClick={() => setOpen(true)}
      >
        This is …
      </button>
    );
  }
  return (
    <Suspense fallback={<InlineLoading />}>
      <NameCode asks={asks} onClose={() => setOpen(false)} />
    </Suspense>
  );
}
