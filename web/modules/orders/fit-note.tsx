import { CircleCheck, CircleHelp } from "lucide-react";
import type { FitProof } from "#contract/fields.ts";
import type { OrderLine } from "#contract/orders.ts";
import { describeProof } from "#contract/rules/fit-proof.ts";

export function FitText({ fit }: { fit: FitProof }) {
  return describeProof(fit);
}

export function FitNote({ fit }: { fit: FitProof }) {
  const { says, known, applications } = fit;
  const Icon = says === "yes" ? CircleCheck : CircleHelp;
  return (
    <div data-says={says} className="mt-1 text-sm">
      <p className={`flex items-start gap-1.5 ${says === "yes" ? "text-success" : ""}`}>
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <span className="wrap-anywhere">{describeProof(fit)}</span>
      </p>
      {(known.length > 0 || applications.length > 0) && (
        <details className="text-base-content/80">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-2">
            What that rests on
          </summary>
          <ul className="list-disc ps-5 wrap-anywhere">
            {known.length > 0 && <li>Known of the car: {known.join(", ")}</li>}
            {applications.map(({ _id, text }) => (
              <li key={_id}>
                {text} <span className="font-mono whitespace-nowrap">({_id})</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

export function FitOfLines({ lines }: { lines: readonly OrderLine[] }) {
  const proven = lines.filter(({ fit }) => fit);
  if (proven.length === 0) return null;
  return (
    <section aria-labelledby="fit-of-lines" className="mt-6">
      <h4 id="fit-of-lines" className="mb-2 font-bold">
        Ordered for a car
      </h4>
      <ul className="grid gap-3">
        {proven.map(({ _id, name, fit }) => (
          <li key={_id}>
            <p className="wrap-anywhere">{name}</p>
            {fit && <FitNote fit={fit} />}
          </li>
        ))}
      </ul>
    </section>
  );
}
