import { Suspense, useState } from "react";
import type { BulkSelection } from "#contract/bulk-edits.ts";
import { formatCount } from "#web/app/format.tsx";
import { late } from "#web/ui/late.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import type { Selection } from "#web/ui/list/use-selection.ts";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import type { BulkKind, ProductFilters } from "./product-view.ts";

const BulkDialog = late(async () => (await import("./bulk-dialog.tsx")).BulkDialog);

type Props = { selection: Selection; filters: ProductFilters; matches: number };

export function BulkProducts({ selection, filters, matches }: Props) {
  const [kind, setKind] = useState<BulkKind>();
  if (selection.count === 0) return null;
  return (
    <>
      <BulkBar
        selection={selection}
        text={`${formatCount(selection.count)} selected`}
        selectAll={`Select all ${formatCount(matches)}`}
      >
        <BulkButton onClick={() => setKind("price")}>Price…</BulkButton>
        <BulkButton onClick={() => setKind("type")}>Type…</BulkButton>
        <BulkButton onClick={() => setKind("hide")}>Hide…</BulkButton>
        <BulkButton onClick={() => setKind("show")}>Show…</BulkButton>
      </BulkBar>
      {kind && (
        <Suspense fallback={<InlineLoading />}>
          <BulkDialog
            kind={kind}
            select={toSelect(selection, filters)}
            count={selection.count}
            onDone={selection.clear}
            onClose={() => setKind(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function toSelect({ chosen }: Selection, { q, view, type }: ProductFilters): BulkSelection {
  if (chosen !== "all") return { ids: [...chosen] };
  return { view, ...(q && { q }), ...(type && { type }) };
}
