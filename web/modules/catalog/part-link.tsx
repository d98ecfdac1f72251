import type { LinkedPart } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { PageLink } from "#web/app/page-link.tsx";

export function PartLink({ part }: { part: Pick<LinkedPart, "number" | "name"> }) {
  return (
    <PageLink to={partPath(part)} className="link wrap-anywhere">
      <span className="font-mono whitespace-nowrap">{part.number}</span>{" "}
      <span dir="auto">{part.name}</span>
    </PageLink>
  );
}
