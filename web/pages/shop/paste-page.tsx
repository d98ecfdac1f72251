import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { type LineVerdict, numberCalls } from "#contract/number-lookup.ts";
import { formatDollars, formatNumber } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { maxPastedLines, splitPasted } from "#contract/rules/pasted-lines.ts";
import { isOrderable, quantityLimits } from "#contract/rules/quantity.ts";
import { call } from "#web/app/call.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { keepPasted, usePasted } from "#web/modules/search/pasted.ts";
import { FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { late } from "#web/ui/late.tsx";
import { PageHead } from "./page-head.tsx";

const AddFoundParts = late(async () => (await import("./basket-actions.tsx")).AddFoundParts);

export function PastePage() {
  const { text, lookedUp } = usePasted();
  const lookedUpLines = splitPasted(lookedUp);
  const verdicts = useQuery({
    queryKey: ["number-lookup", lookedUp],
    queryFn: () => call(numberCalls.lookUp, { body: { lines: lookedUpLines } }),
    enabled: lookedUpLines.length > 0 && lookedUpLines.length <= maxPastedLines,
    // Shown at once after Back; the stock in them is at most so old.
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const lines = splitPasted(text);
  const error =
    lines.length > maxPastedLines
      ? `These are ${lines.length} lines. Please look up at most ${maxPastedLines} at once.`
      : undefined;

  function lookUp() {
    if (lines.length === 0 || error) return;
    if (text === lookedUp) void verdicts.refetch();
    else keepPasted({ text, lookedUp: text });
  }

  return (
    <div className="wide pb-16">
      <PageHead about="Search" title="Paste a list">
        <p>One number on each line, with how many you need: “PW-10042 4”.</p>
        <noscript>
          <p>
            Looking up a list needs JavaScript, which is switched off here. The search above takes
            one number at a time.
          </p>
        </noscript>
      </PageHead>
      <form
        className="grid max-w-2xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          lookUp();
        }}
      >
        <TextArea
          label="Numbers and quantities"
          rows={8}
          value={text}
          error={error}
          spellCheck={false}
          onChange={({ target }) => keepPasted({ text: target.value, lookedUp })}
        />
        <FormError>{verdicts.error?.message}</FormError>
        <div>
          <SubmitButton busy={verdicts.isFetching}>Look them up</SubmitButton>
        </div>
      </form>
      {verdicts.data && <Verdicts lines={verdicts.data} />}
    </div>
  );
}

const names: Record<LineVerdict["verdict"], string> = {
  exact: "Found",
  replacement: "Replacement",
  proposal: "Did you mean",
  nothing: "Nothing found",
};

function Verdicts({ lines }: { lines: readonly LineVerdict[] }) {
  const found = lines
    .filter(({ verdict, parts }) => verdict === "exact" && parts.length === 1)
    .flatMap(({ parts }) => parts);
  const counts = Object.entries(names).flatMap(([verdict, name]) => {
    const count = lines.filter((line) => line.verdict === verdict).length;
    return count > 0 ? [`${name}: ${count}`] : [];
  });
  return (
    <section aria-label="Verdicts" className="mt-10">
      <p role="status" className="font-semibold">
        {counts.join(" · ")}
      </p>
      <div className="mt-3">
        <Suspense>
          <AddFoundParts found={found} />
        </Suspense>
      </div>
      <ol className="mt-3 border-t border-base-300">
        {lines.map((line, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may be there twice
            key={at}
            className="grid gap-x-6 gap-y-1 border-b border-base-300 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]"
          >
            <div>
              <p className="font-mono wrap-anywhere">
                {line.quantity} × <bdi>{line.number}</bdi>
              </p>
              <p className="text-sm">
                <span className="font-semibold">{names[line.verdict]}</span>
                {line.why !== names[line.verdict] && `: ${line.why}`}
              </p>
            </div>
            <ul className="grid gap-1">
              {line.parts.map((each) => (
                <Proposed key={each.part._id} {...each} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Proposed({ part, quantity, terms }: LineVerdict["parts"][number]) {
  const { min, max } = quantityLimits(part);
  const problem = part.kit
    ? "only in a kit"
    : !isOrderable(part)
      ? "out of stock"
      : quantity < min
        ? `from ${formatNumber(min, 0)}`
        : quantity > max
          ? `at most ${formatNumber(max, 0)}`
          : undefined;
  return (
    <li className="group/way flex flex-wrap items-baseline justify-between gap-x-4">
      {terms.length > 0 && <span data-fit-only={JSON.stringify(terms)} />}
      <span className="hidden font-mono text-sm group-has-[[data-not-for-car]]/way:inline">
        {part.number}
      </span>
      <PageLink
        to={partPath(part)}
        className="link inline-flex min-h-11 items-center group-has-[[data-not-for-car]]/way:hidden md:min-h-8"
      >
        <span>
          <span className="font-mono text-sm">{part.number}</span> <bdi>{part.name}</bdi>
        </span>
      </PageLink>
      <span className="group-has-[[data-not-for-car]]/way:hidden">
        {problem && <span className="me-3 text-sm font-semibold">{problem}</span>}
        {part.kit && (
          <PageLink to={partPath(part.kit)} className="link me-3">
            {part.kit.number}
          </PageLink>
        )}
        {formatNumber(quantity, 0)} × ${formatDollars(part.price)}
      </span>
    </li>
  );
}
