import { showDollars } from "#contract/money.ts";
import type { Part } from "#contract/parts.ts";
import { Picture } from "#web/look/picture.tsx";
import { PageLink } from "#web/page-link.tsx";
import { purchasePath } from "#web/paths.ts";

type Props = { part: Part; eager: boolean; heading: "h2" | "h3" };

export function PartCard({ part, eager, heading: Heading }: Props) {
  return (
    <article className="flex h-full flex-col overflow-hidden border border-base-300 bg-base-100">
      <Picture
        src={part.img}
        alt=""
        eager={eager}
        sizes="(min-width: 80rem) 25rem, (min-width: 48rem) 33vw, 100vw"
      />
      <div className="flex grow flex-col gap-3 p-5">
        <Heading className="text-lg leading-snug font-bold wrap-anywhere">{part.name}</Heading>
        <p className="grow text-sm leading-relaxed text-base-content/75 wrap-anywhere">
          {part.description}
        </p>
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-t border-base-300 pt-3 text-sm">
          <dt>minimum Quantity</dt>
          <dd className="text-right font-medium">{part.minimumQuantity.toLocaleString("en-US")}</dd>
          <dt>Availabl Quantity</dt>
          <dd className="text-right font-medium">
            {part.availablQuantity.toLocaleString("en-US")}
          </dd>
        </dl>
        <div className="grid gap-3">
          <p>
            <span className="text-xl font-bold">Price : ${showDollars(part.price)}</span>{" "}
            <span className="inline-block text-sm text-base-content/75">(per piece)</span>
          </p>
          <PageLink
            to={purchasePath(part._id)}
            className="btn btn-primary btn-block"
            aria-label={`Purchase ${part.name}`}
          >
            Purchase
          </PageLink>
        </div>
      </div>
    </article>
  );
}
