import { showDollars } from "#contract/money.ts";
import type { Part } from "#contract/parts.ts";

/** All there is to know of a part. */
export function PartDetails({ part }: { part: Part }) {
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <h1 className="text-2xl leading-tight font-extrabold wrap-anywhere lg:text-4xl">
          {part.name}
        </h1>
        <p className="text-sm wrap-anywhere text-base-content/75">
          Part id: <span className="font-mono">{part._id}</span>
        </p>
      </div>
      <p>
        <span className="text-2xl font-bold">Price : ${showDollars(part.price)}</span>{" "}
        <span className="inline-block text-base-content/75">(per piece)</span>
      </p>
      <dl className="grid grid-cols-2 divide-x divide-base-300 border-y border-base-300">
        <Figure label="minimum Quantity" pieces={part.minimumQuantity} />
        <Figure label="Availabl Quantity" pieces={part.availablQuantity} />
      </dl>
      {part.description && (
        <p className="leading-relaxed whitespace-pre-line wrap-anywhere text-base-content/80">
          {part.description}
        </p>
      )}
    </div>
  );
}

function Figure({ label, pieces }: { label: string; pieces: number }) {
  return (
    <div className="py-3 not-first:ps-4">
      <dt className="text-sm text-base-content/75">{label}</dt>
      <dd className="text-lg font-bold">{pieces.toLocaleString("en-US")}</dd>
    </div>
  );
}
