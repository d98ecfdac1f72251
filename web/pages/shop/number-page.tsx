import { useQueries, useQuery } from "@tanstack/react-query";
import type { PartPage } from "#contract/catalog.ts";
import type { NumberPage as Found } from "#contract/number-page.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { searchPath } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { partPage } from "#web/modules/catalog/calls.ts";
import { partsByNumber } from "#web/modules/search/number-calls.ts";
import { LoadFailed, PageLoading } from "#web/ui/placeholder.tsx";
import { Comparison } from "./comparison.tsx";
import { PageHead } from "./page-head.tsx";

type Match = Found["matches"][number];

export function NumberPage() {
  const { number = "" } = usePageInput().params;
  const { data, error, refetch } = useQuery(partsByNumber(number));
  const matches = data?.matches ?? [];
  const queries = useQueries({ queries: matches.map(({ part }) => partPage(part)) });
  const failed = error && !data ? { error, refetch } : queries.find((one) => one.error);
  if (failed) {
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
  }
  if (!data || queries.some((query) => query.data === undefined)) return <PageLoading />;
  const parts = queries.flatMap(({ data }) => (data && "_id" in data ? [data] : []));
  const matchOf = ({ _id }: PartPage) => matches.find((match) => match._id === _id);
  return (
    <div className="wide pb-16">
      <PageHead about="Part number" title={data.number}>
        <p>
          {parts.length === 1 ? "One part of ours has it." : "What differs is marked."}{" "}
          <PageLink to={searchPath(data.number)} className="link">
            Search for it instead
          </PageLink>
        </p>
      </PageHead>
      <Comparison parts={parts}>
        {(part) => (
          <>
            <div data-fit={part._id} />
            <p className="text-sm wrap-anywhere">{describeMatch(matchOf(part))}</p>
          </>
        )}
      </Comparison>
    </div>
  );
}

function describeMatch(match: Match | undefined): string {
  if (!match || match.kind === "own") return "Our number.";
  const { kind, written, brand, pieces } = match;
  if (kind === "old") return `${written} was our number for it.`;
  if (kind === "gtin") return `Its GTIN is ${written}.`;
  const whose =
    kind === "oe"
      ? `${written} is an original number of ${brand}`
      : `${written} is a number of ${brand}`;
  return `${whose}: ${pieces === 1 ? "one of ours replaces one" : `${pieces} of ours replace one`}.`;
}
