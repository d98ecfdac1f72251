import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { basketCommentCalls } from "#contract/basket-comments.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { sharedBasketCalls } from "#contract/shared-baskets.ts";
import { call } from "#web/app/call.ts";
import { DateTime, formatCount, formatDollars, writeLowest } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { AddFound } from "#web/modules/baskets/add-found.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";

const refetchMs = 10_000;

const CommentList = late(
  async () => (await import("#web/modules/baskets/comment-list.tsx")).CommentList,
);

const CommentForm = late(
  async () => (await import("#web/modules/baskets/comment-form.tsx")).CommentForm,
);

const BasketSummary = late(
  async () => (await import("#web/modules/baskets/basket-summary.tsx")).BasketSummary,
);

/** The token is in the fragment, which reaches no log. */
export function SharedBasketPage() {
  const { hash } = useLocation();
  const [token, setToken] = useState<string>();
  useEffect(() => setToken(new URLSearchParams(hash.slice(1)).get("token") ?? ""), [hash]);
  const { user } = useSession();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const queryKey = ["shared-basket", token];
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(sharedBasketCalls.read, { body: { token: token ?? "" } }, signal),
    enabled: Boolean(token),
    retry: false,
    refetchInterval: refetchMs,
  });

  async function comment(part: string, text: string) {
    const body = { token: token ?? "", part, name: name.trim(), text };
    const { comments } = await call(basketCommentCalls.add, { body });
    client.setQueryData<typeof data>(queryKey, (shown) => shown && { ...shown, comments });
  }

  return (
    <div className="wide min-h-dvh pt-6 pb-16">
      <h1 className="text-3xl font-extrabold">Shared basket</h1>
      {token !== "" && !data && !error && <InlineLoading />}
      {(token === "" || error) && (
        <Note title={error?.message ?? "This link is not complete."}>
          <PageLink to={paths.shop} className="btn btn-secondary">
            See all parts
          </PageLink>
        </Note>
      )}
      {data && (
        <div className="mt-4 grid max-w-3xl gap-6">
          <p>
            Somebody has shared these parts with you, at the prices of now. The link ends on{" "}
            <DateTime time={data.until} />.
          </p>
          <ul aria-label="Parts" className="border-t border-base-300">
            {data.basket.lines.map((line) => (
              <li
                key={line._id}
                className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-b border-base-300 py-3"
              >
                <span className="min-w-0 grow basis-60">
                  <span className="font-mono text-sm">{line.number}</span>{" "}
                  <PageLink
                    to={partPath(line)}
                    className="inline-flex min-h-6 items-center font-semibold wrap-anywhere hover:underline"
                  >
                    {line.name}
                  </PageLink>
                  {line.note && <span className="block text-sm">{line.note}</span>}
                  {line.lowest !== undefined && (
                    <span className="block text-sm text-base-content/75">
                      {writeLowest(formatDollars(line.lowest))}
                    </span>
                  )}
                </span>
                <span className="whitespace-nowrap">
                  {formatCount(line.quantity)} × ${formatDollars(line.price)}
                </span>
                <div className="w-full">
                  <Suspense>
                    <CommentList
                      about={line.number}
                      comments={data.comments.filter(({ part }) => part === line._id)}
                    />
                    <CommentForm
                      about={line.number}
                      name={name}
                      onName={setName}
                      send={(text) => comment(line._id, text)}
                    />
                  </Suspense>
                </div>
              </li>
            ))}
          </ul>
          <Suspense fallback={<InlineLoading />}>
            <BasketSummary basket={data.basket}>
              <AddFound
                found={data.basket.lines.map((line) => ({ part: line, quantity: line.quantity }))}
                user={user}
              />
            </BasketSummary>
          </Suspense>
        </div>
      )}
    </div>
  );
}
