import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { loginPath, paths } from "#web/app/paths.ts";
import { CompareButton } from "#web/modules/compare/compare-button.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { chosenParts } from "#web/modules/search/calls.ts";
import { PartTiles } from "#web/modules/search/part-rows.tsx";
import { useWishes, type Wishes } from "#web/modules/wishes/use-wishes.ts";
import { WishButton } from "#web/modules/wishes/wish-button.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";
import { Add } from "./basket-actions.tsx";

export function OwnWishes() {
  const { user, failure, retry } = useSession();
  const wishes = useWishes(user);
  const error = failure ?? wishes.failure;
  return (
    <>
      {user === null && (
        <p className="-mt-4 mb-6">
          Kept in this browser only.{" "}
          <PageLink to={loginPath(paths.wishes)} className="link">
            Sign in
          </PageLink>{" "}
          to keep it everywhere.
        </p>
      )}
      {wishes.ids ? (
        <WishedParts ids={wishes.ids} wishes={wishes} />
      ) : error ? (
        <LoadFailed
          title="Your wish list could not be fetched"
          error={error}
          retry={failure ? retry : wishes.retry}
        />
      ) : (
        <InlineLoading />
      )}
    </>
  );
}

type Props = { ids: readonly string[]; wishes: Wishes };

function WishedParts({ ids, wishes }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...chosenParts(ids),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });
  if (ids.length === 0)
    return (
      <Note title="Nothing here yet">
        <p>Press the heart beside a part, and you find it here again.</p>
        <PageLink to={paths.shop} className="btn btn-secondary">
          See all parts
        </PageLink>
      </Note>
    );
  if (!data)
    return error ? (
      <LoadFailed title="The parts could not be fetched" error={error} retry={refetch} />
    ) : (
      <InlineLoading />
    );
  const parts = data.items.filter(({ _id }) => ids.includes(_id));
  const gone = isPlaceholderData ? [] : ids.filter((id) => !parts.some(({ _id }) => _id === id));
  return (
    <>
      {gone.length > 0 && (
        <p className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-s-4 border-info ps-3">
          {gone.length === 1
            ? "One part of your list is no longer sold."
            : `${formatCount(gone.length)} parts of your list are no longer sold.`}
          <button
            type="button"
            className="btn btn-outline btn-sm"
            onClick={() => gone.forEach(wishes.toggle)}
          >
            Take off the list
          </button>
        </p>
      )}
      {parts.length > 0 && (
        <PartTiles
          parts={parts}
          add={(part) => <Add part={part} />}
          tools={(part) => (
            <>
              <WishButton part={part} wishes={wishes} />
              <CompareButton part={part} />
            </>
          )}
        />
      )}
      <Shelf />
    </>
  );
}
