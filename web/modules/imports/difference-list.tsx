import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Suspense, useId, useState } from "react";
import type { ImportLine, ImportRecord, LineResult } from "#contract/imports.ts";
import { formatCount } from "#web/app/format.tsx";
import { RadioGroup } from "#web/ui/choice.tsx";
import { Field } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { Cell, Row, Table } from "#web/ui/table.tsx";
import { useDebouncedInput } from "#web/ui/use-debounced-input.ts";
import { importLines } from "./calls.ts";

const DifferenceGroups = late(
  async () => (await import("./difference-groups.tsx")).DifferenceGroups,
);

const ways = { line: "By line", part: "By part", vehicle: "By vehicle" };
type Way = keyof typeof ways;
const waysOfParts = { line: ways.line, part: ways.part } as typeof ways;
const columns = ["Line", "Part", "Result", "Now", "After"] as const;

const resultNames: Record<LineResult, string> = {
  new: "+ new",
  changed: "± changed",
  same: "= the same",
  refused: "× refused",
  removed: "− taken away",
};

export function DifferenceList({ shown }: { shown: ImportRecord }) {
  const id = useId();
  const { counts } = shown;
  const results = (["changed", "removed", "new", "same", "refused"] as const).filter(
    (result) => counts[result] > 0,
  );
  const [chosen, setChosen] = useState<LineResult>();
  const [way, setWay] = useState<Way>("line");
  const [q, setQ] = useState("");
  const view = chosen && results.includes(chosen) ? chosen : (results[0] ?? "changed");
  const names = Object.fromEntries(
    results.map((result) => [
      result,
      `${resultNames[result].slice(2)} ${formatCount(counts[result])}`,
    ]),
  ) as Record<LineResult, string>;
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-3">
        <h3 id={id} className="text-lg font-bold">
          Difference
        </h3>
        <a
          href={`/api/imports/${shown._id}/lines/csv`}
          download
          className="link inline-flex min-h-11 items-center gap-2 font-medium"
        >
          <Download className="size-4" aria-hidden="true" />
          Download difference
        </a>
        <RadioGroup
          look="chips"
          label="Shown by"
          choices={hasVehicles(shown) ? ways : waysOfParts}
          value={way}
          onChoose={setWay}
        />
      </div>
      {way === "line" ? (
        <>
          <div className="mb-3 flex flex-wrap items-end gap-x-6 gap-y-3">
            <RadioGroup
              look="chips"
              label="Lines shown"
              choices={names}
              value={view}
              onChoose={setChosen}
            />
            <Search q={q} hasVehicles={hasVehicles(shown)} onSearch={setQ} />
          </div>
          <Lines shown={shown} view={view} q={q} />
        </>
      ) : (
        <Suspense fallback={<InlineLoading />}>
          <DifferenceGroups
            key={way}
            id={shown._id}
            by={way}
            onChoose={(name) => {
              setQ(name);
              setWay("line");
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

const hasVehicles = ({ kind }: ImportRecord) => kind === "applications" || kind === "aces";

type SearchProps = { q: string; hasVehicles: boolean; onSearch: (q: string) => void };

function Search({ q, hasVehicles, onSearch }: SearchProps) {
  const { text, setText } = useDebouncedInput(q, onSearch);
  return (
    <Field
      label={hasVehicles ? "Part or vehicle" : "Part"}
      type="search"
      autoComplete="off"
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}

type LinesProps = { shown: ImportRecord; view: LineResult; q: string };

function Lines({ shown: { _id: id, whole }, view, q }: LinesProps) {
  return (
    <PagedList
      query={useInfiniteQuery(importLines(id, view, q || undefined))}
      failed="The lines could not be fetched"
      more="Show more lines"
    >
      {(lines) =>
        lines.length === 0 ? (
          <p>No such line.</p>
        ) : (
          <Table label="Difference" columns={columns}>
            {lines.map((line) => (
              <Line key={line._id} line={line} isWhole={whole} />
            ))}
          </Table>
        )
      }
    </PagedList>
  );
}

type LineProps = { line: ImportLine; isWhole: boolean };

function Line({ line: { line, part, result, before, after }, isWhole }: LineProps) {
  const names = Object.keys(after ?? before ?? {}).filter((name) => name !== "part");
  const isChanged = (name: string) => before?.[name] !== after?.[name];
  const shown = result === "changed" ? names.filter(isChanged) : names;
  const now = before && result !== "same" ? before : undefined;
  return (
    <Row className="text-sm">
      <Cell label="Line" className="tabular-nums">
        {result === "removed" && isWhole ? "not in the file" : line}
      </Cell>
      <Cell className="font-mono wrap-anywhere">{part}</Cell>
      <Cell className="whitespace-nowrap">{resultNames[result]}</Cell>
      <Cell label="Now" className="wrap-anywhere text-base-content/75">
        {now ? <Values names={shown} cells={now} /> : result === "same" ? "the same" : "nothing"}
      </Cell>
      <Cell label="After" className="wrap-anywhere">
        {result === "refused" && "left as it is"}
        {result === "removed" && "nothing"}
        {result !== "refused" && after && <Values names={shown} cells={after} />}
      </Cell>
    </Row>
  );
}

const longest = 120;

function Values({ names, cells }: { names: string[]; cells: Record<string, string> }) {
  return (
    <ul>
      {names.map((name) => (
        <li key={name}>
          <span className="text-base-content/75">{name.replaceAll("_", " ")}:</span>{" "}
          {shorten(cells[name] ?? "") || "empty"}
        </li>
      ))}
    </ul>
  );
}

const shorten = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text);
