import { useQuery } from "@tanstack/react-query";
import { carList } from "#web/app/car-list.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths, shopPath } from "#web/app/paths.ts";
import { usePageInput } from "#web/app/use-page-answer.ts";
import { catalogueList } from "#web/modules/search/calls.ts";
import { readListState } from "#web/modules/search/list-address.ts";
import { PartList } from "#web/modules/search/part-list.tsx";
import { Deferred, LoadFailed, Note, PageLoading } from "#web/ui/placeholder.tsx";

const loadAdd = async () => (await import("./basket-actions.tsx")).Add;
const loadTools = async () => (await import("./part-tools.tsx")).PartTools;
const loadFoot = async () => (await import("./list-foot.tsx")).ListFoot;

export function CataloguePage() {
  const state = readListState(usePageInput());
  const { data: list, error, refetch } = useQuery(catalogueList(state));
  const { data: forCar } = useQuery(carList());
  if (!list) {
    if (!error) return <PageLoading />;
    return (
      <section className="wide py-12">
        <LoadFailed
          title="The parts could not be fetched"
          heading="h1"
          error={error}
          retry={refetch}
        />
      </section>
    );
  }
  const above = list.types.slice(0, -1);
  const title = list.types.at(-1)?.name ?? "All parts";
  return (
    <>
      <PartList
        state={state}
        list={forCar ?? list}
        tools={(part, where) => <Deferred load={loadTools} props={{ part }} where={where} />}
        add={(part) => <Deferred load={loadAdd} props={{ part }} />}
        below={list.below}
        head={
          <>
            <nav aria-label="Breadcrumb" className="text-sm">
              <ol className="flex flex-wrap items-center gap-x-2">
                {[{ slug: undefined, name: "Shop" }, ...above].map(({ slug, name }, index) => (
                  <li key={name} className="flex items-center gap-x-2">
                    {index > 0 && <span aria-hidden="true">/</span>}
                    <PageLink to={shopPath(slug)} className="link inline-flex min-h-6 items-center">
                      {name}
                    </PageLink>
                  </li>
                ))}
              </ol>
            </nav>
            <h1 className="text-[1.3125rem] leading-tight font-extrabold wrap-anywhere md:text-[1.625rem]">
              {title}
            </h1>
          </>
        }
        nothing={
          <Note title={forCar && list.total > 0 ? forCar.nothing : "There are no parts here yet"}>
            {list.total === 0 && <p>As soon as the first part is on the shelf, it is here.</p>}
            <PageLink to={paths.shop} className="btn btn-secondary">
              See all parts
            </PageLink>
          </Note>
        }
      />
      <Deferred load={loadFoot} props={{ withRecent: state.type === undefined }} />
    </>
  );
}
