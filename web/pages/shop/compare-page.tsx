import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PartPage } from "#contract/catalog.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { comparePath, paths } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { partPage } from "#web/modules/catalog/calls.ts";
import { readCompared } from "#web/modules/compare/compare-address.ts";
import { Deferred, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";
import { Comparison } from "./comparison.tsx";
import { PageHead } from "./page-head.tsx";

const loadChosen = async () => (await import("#web/modules/compare/compare-slot.tsx")).CompareSlot;

export function ComparePage() {
  const numbers = readCompared(usePageInput());
  const queries = useQueries({ queries: numbers.map(partPage) });
  const failed = queries.find(({ error }) => error);
  if (failed?.error && !failed.data)
    return (
      <section className="wide py-12">
        <LoadFailed
          title="The parts could not be fetched"
          heading="h1"
          error={failed.error}
          retry={failed.refetch}
        />
      </section>
    );
  const found = queries.map(({ data }) => data);
  if (found.includes(undefined)) return <PageLoading />;
  const parts = found.filter((part): part is PartPage => part != null && "_id" in part);
  const missing = numbers.filter((_, at) => !parts.some((part) => part === found[at]));
  return (
    <>
      <div className="wide min-h-[70dvh] pb-16">
        <PageHead about="Catalogue" title="Compare parts">
          {parts.length > 1 && <p>What differs is marked.</p>}
        </PageHead>
        {missing.map((number) => (
          <p key={number} className="mb-4 border-s-4 border-info ps-3">
            There is no part <span className="font-mono wrap-anywhere">{number}</span> in the shop.
          </p>
        ))}
        {parts.length > 0 ? (
          <Comparison parts={parts}>
            {(part) => (
              <RemoveLink
                part={part}
                others={parts.filter(({ _id }) => _id !== part._id).map(({ number }) => number)}
              />
            )}
          </Comparison>
        ) : (
          <Note title="Nothing to compare yet">
            <p>Press Compare beside up to four parts, and see here how they differ.</p>
            <PageLink to={paths.shop} className="btn btn-secondary">
              See all parts
            </PageLink>
          </Note>
        )}
        {parts.length === 1 && (
          <p className="mt-6">
            <PageLink to={paths.shop} className="link">
              Choose another part to compare it with
            </PageLink>
          </p>
        )}
      </div>
      {parts.length < 2 && <Deferred load={loadChosen} props={{}} />}
    </>
  );
}

function RemoveLink({ part: { number }, others }: { part: PartPage; others: string[] }) {
  return (
    <Link
      to={comparePath(others)}
      discover="none"
      className="btn btn-ghost btn-sm"
      onClick={async () => {
        const { comparedNumbers } = await import("#web/modules/compare/compare-list.ts");
        comparedNumbers.write(comparedNumbers.read().filter((n) => n !== number));
      }}
    >
      Take off<span className="sr-only"> {number}</span>
    </Link>
  );
}
