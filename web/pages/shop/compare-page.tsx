import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import type { PartPage } from "#contract/catalog.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { KeepUnits } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { comparePath, paths, purchasePath } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { partPage } from "#web/modules/catalog/calls.ts";
import { readCompared } from "#web/modules/compare/compare-address.ts";
import { comparedNumbers } from "#web/modules/compare/compare-list.ts";
import { compareParts } from "#web/modules/compare/compared-rows.ts";
import { Picture } from "#web/ui/picture.tsx";
import { LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";
import { PageHead } from "./page-head.tsx";

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
    <div className="wide pb-16">
      <PageHead about="Catalogue" title="Compare parts">
        {parts.length > 1 && <p>What differs is marked.</p>}
      </PageHead>
      {missing.map((number) => (
        <p key={number} className="mb-4 border-s-4 border-info ps-3">
          There is no part <span className="font-mono wrap-anywhere">{number}</span> in the shop.
        </p>
      ))}
      {parts.length > 0 ? (
        <Comparison parts={parts} />
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
  );
}

function Comparison({ parts }: { parts: PartPage[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by keyboard
    <section aria-label="Comparison" tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm md:text-base">
        <thead>
          <tr className="align-top">
            <td className="sticky start-0 z-1 w-28 min-w-24 bg-base-100 md:w-48" />
            {parts.map((part) => (
              <th
                key={part._id}
                scope="col"
                className="min-w-36 border-s border-base-300 p-2 text-start font-normal md:p-3"
              >
                <ComparedPart part={part} parts={parts} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {compareParts(parts).map(({ name, values, differs }) => (
            <tr key={name} className={`border-t border-base-300 ${differs ? "bg-warning/12" : ""}`}>
              <th
                scope="row"
                className={`sticky start-0 z-1 bg-base-100 py-2 pe-3 text-start align-top wrap-anywhere ${differs ? "font-bold" : "font-normal"}`}
              >
                {name}
                {differs && <span className="block text-xs font-normal">differs</span>}
              </th>
              {values.map((value, at) => (
                <td
                  key={parts[at]?._id}
                  className={`border-s border-base-300 p-2 align-top wrap-anywhere md:px-3 ${differs ? "font-bold" : ""}`}
                  dir="auto"
                >
                  {value ?? "–"}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type ComparedProps = { part: PartPage; parts: PartPage[] };

function ComparedPart({ part, parts }: ComparedProps) {
  const others = parts.filter(({ _id }) => _id !== part._id).map(({ number }) => number);
  return (
    <div className="grid gap-2">
      <div className="max-w-48 border border-base-300">
        <Picture src={part.pictures[0] ?? ""} alt="" sizes="12rem" />
      </div>
      <p className="font-mono text-sm wrap-anywhere">{part.number}</p>
      <PageLink to={partPath(part)} className="leading-snug font-semibold wrap-anywhere underline">
        <span dir="auto">
          <KeepUnits>{part.name}</KeepUnits>
        </span>
      </PageLink>
      {isOrderable(part) && (
        <PageLink
          to={purchasePath(part._id)}
          className="btn btn-outline"
          aria-label={`Purchase ${part.name}`}
        >
          Purchase
        </PageLink>
      )}
      <RemoveLink part={part} others={others} />
    </div>
  );
}

function RemoveLink({ part: { number }, others }: { part: PartPage; others: string[] }) {
  return (
    <Link
      to={comparePath(others)}
      discover="none"
      className="btn btn-ghost btn-sm"
      onClick={() => comparedNumbers.write(comparedNumbers.read().filter((n) => n !== number))}
    >
      Take off<span className="sr-only"> {number}</span>
    </Link>
  );
}
