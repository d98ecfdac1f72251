import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { partPath } from "#contract/rules/part-path.ts";
import { maxQueryLength, type SearchReply } from "#contract/search.ts";
import { carList } from "#web/app/car-list.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { searchResults } from "#web/modules/search/calls.ts";
import { readListState } from "#web/modules/search/list-address.ts";
import { PartList } from "#web/modules/search/part-list.tsx";
import { SuggestionRow } from "#web/modules/search/suggestion-row.tsx";
import { Deferred, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

const loadAdd = async () => (await import("./basket-actions.tsx")).Add;
const loadTools = async () => (await import("./part-tools.tsx")).PartTools;
const loadFoot = async () => (await import("./list-foot.tsx")).ListFoot;

export function SearchPage() {
  const state = readListState(usePageInput());
  const q = state.q?.trim() ?? "";
  const isSearch = q !== "" && q.length <= maxQueryLength;
  const { data: found, error, refetch } = useQuery({ ...searchResults(state), enabled: isSearch });
  const { data: forCar } = useQuery(carList());
  const navigate = useNavigate();
  const exact = state.list ? undefined : found?.exact;
  useEffect(() => {
    if (exact) void navigate(partPath(exact), { replace: true });
  }, [exact, navigate]);
  if (!isSearch) return <AskForWords isTooLong={q !== ""} />;
  if (!found) {
    if (!error) return <PageLoading />;
    return (
      <section className="wide py-12">
        <LoadFailed title="The search failed" heading="h1" error={error} retry={refetch} />
      </section>
    );
  }
  return (
    <>
      <PartList
        state={state}
        list={forCar ?? found}
        searched={found.total > 0 ? (found.mended ?? q) : undefined}
        tools={(part, where) => <Deferred load={loadTools} props={{ part }} where={where} />}
        add={(part) => <Deferred load={loadAdd} props={{ part }} />}
        below={[]}
        head={<Understood q={q} found={found} />}
        nothing={
          forCar && found.total > 0 ? (
            <Note title={forCar.nothing}>
              <SeeAllParts />
            </Note>
          ) : (
            <Nothing q={q} found={found} />
          )
        }
      />
      <Deferred load={loadFoot} props={{ withRecent: false }} />
    </>
  );
}

function AskForWords({ isTooLong }: { isTooLong: boolean }) {
  return (
    <section className="wide py-10">
      <Note title="What are you looking for?" heading="h1">
        <p>
          {isTooLong
            ? `That is too long for a search: please use at most ${maxQueryLength} characters.`
            : "Type a number, a part, or a size into the search above."}
        </p>
        <SeeAllParts />
      </Note>
    </section>
  );
}

function Understood({ q, found }: { q: string; found: SearchReply }) {
  const { chips, rest, near, items, mended } = found;
  const hasNumbers = near.some(({ group }) => group === "numbers");
  return (
    <>
      <h1 className="text-[1.3125rem] leading-tight font-extrabold wrap-anywhere md:text-[1.625rem]">
        Results for “<bdi>{mended ?? q}</bdi>”
      </h1>
      {mended && (
        <p className="mt-1 wrap-anywhere">
          Nothing is spelled “<bdi>{q}</bdi>”.
        </p>
      )}
      {chips.length > 0 && (
        <ul aria-label="Understood as" className="mt-2 flex flex-wrap gap-2 text-sm">
          {chips.map(({ kind, meaning }) => (
            <li key={kind + meaning} className="badge wrap-anywhere whitespace-normal">
              {meaning}
            </li>
          ))}
          {rest && (
            <li className="badge wrap-anywhere whitespace-normal">with “{rest}” in the name</li>
          )}
        </ul>
      )}
      {(hasNumbers || (items.length > 0 && near.length > 0)) && <Near near={near} />}
    </>
  );
}

function Near({ near }: Pick<SearchReply, "near">) {
  return (
    <ul aria-label="Near" className="mt-2 w-full max-w-2xl min-w-0 border border-base-300">
      {near.map((suggestion) => (
        <li key={suggestion.text + suggestion.why}>
          <SuggestionRow suggestion={suggestion} isLink />
        </li>
      ))}
    </ul>
  );
}

function Nothing({ q, found: { near } }: { q: string; found: SearchReply }) {
  if (near.some(({ group }) => group === "numbers")) {
    return <p className="py-6">No other part has “{q}” in its name.</p>;
  }
  return (
    <Note title={`Nothing for “${q}”`}>
      <p>
        We have told the owner.{" "}
        {near.length > 0 ? "Nearest:" : "Please try another word, or look through all parts."}
      </p>
      {near.length > 0 && <Near near={near} />}
      <SeeAllParts />
    </Note>
  );
}

function SeeAllParts() {
  return (
    <PageLink to={paths.shop} className="btn btn-secondary">
      See all parts
    </PageLink>
  );
}
