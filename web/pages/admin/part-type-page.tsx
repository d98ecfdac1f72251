import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import type { AuditAction } from "#contract/audit.ts";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { EditType } from "#web/modules/catalog/types/edit-type.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";

const ChangesOf = late(async () => (await import("#web/modules/audit/changes-of.tsx")).ChangesOf);

const undoableActions: AuditAction[] = ["edit-part-type"];

export function PartTypePage() {
  const { slug = "" } = useParams();
  const client = useQueryClient();
  return (
    <section>
      <BackLink to={paths.partTypes}>Part Types</BackLink>
      <EditType
        slug={slug}
        history={(id, asOf) => (
          <Suspense fallback={<InlineLoading />}>
            <ChangesOf
              about={id}
              asOf={asOf}
              undoableActions={undoableActions}
              onUndone={() => client.invalidateQueries({ queryKey: ["part-types"] })}
            />
          </Suspense>
        )}
        missing={
          <Note title="There is no such part type" heading="h2">
            <p>It may have been renamed or deleted. The tree has all types there are.</p>
          </Note>
        }
      />
    </section>
  );
}
