import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { applicationCalls } from "#contract/applications.ts";
import type { Reply } from "#contract/call.ts";
import { buildFitTree, type FitTree } from "#contract/rules/fit-tree.ts";
import { describeAnswer } from "#contract/rules/fit-words.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { manageFitPath } from "#web/app/paths.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { vehicleApplications } from "./application-calls.ts";

type Given = Reply<typeof applicationCalls.ofVehicle>;
type Props = { make: string; model: string; year: string; type: string };

export function VehicleTree(props: Props) {
  const { data, error, refetch } = useQuery(vehicleApplications(props));
  const tree = useMemo(() => data && growTree(data), [data]);
  if (!data || !tree) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The parts could not be fetched" error={error} retry={refetch} />;
  }
  if (data.parts.length === 0) return <p>No part of this type is listed for this vehicle.</p>;
  return (
    <section aria-label="Parts by what is known of the car" className="overflow-x-auto">
      <Branch tree={tree} given={data} />
    </section>
  );
}

function growTree({ vehicle, applications, facts }: Given): FitTree {
  const kinds = facts.map(({ key, kind, effort }) => [key, { kind, effort }] as const);
  return buildFitTree(applications, { vehicle, known: [], facts: Object.fromEntries(kinds) });
}

function Branch({ tree, given }: { tree: FitTree; given: Given }) {
  const { fit, unknown, open, branches } = tree;
  const asked = branches[0]?.answers[0]?.fact;
  const question = given.facts.find(({ key }) => key === asked)?.question;
  const isEmpty = [fit, unknown, open, branches].every((list) => list.length === 0);
  return (
    <ul className="grid gap-2 border-s-2 border-base-300 ps-4">
      {fit.map((id) => (
        <Part key={id} id={id} given={given} />
      ))}
      {unknown.map((id) => (
        <Part key={id} id={id} given={given} note="not known: held, or by another series" />
      ))}
      {open.map((id) => (
        <Part key={id} id={id} given={given} note="needs more answers" />
      ))}
      {isEmpty && <li>Nothing fits</li>}
      {branches.length > 0 && (
        <li className="grid gap-2">
          <p className="font-semibold">{question ?? asked}</p>
          <ul className="grid gap-3">
            {branches.map(({ answers, tree }) => (
              <li key={JSON.stringify(answers)} className="grid gap-1">
                <p className="bg-base-200 px-2 py-1 wrap-anywhere">
                  {answers.map((answer) => describeAnswer(answer, given.facts)).join(" · ")}
                </p>
                <Branch tree={tree} given={given} />
              </li>
            ))}
          </ul>
        </li>
      )}
    </ul>
  );
}

type PartProps = { id: string; given: Given; note?: string };

function Part({ id, given: { parts, applications, positions }, note }: PartProps) {
  const part = parts.find(({ _id }) => _id === id);
  const lines = applications.find((one) => one.part === id)?.applications ?? [];
  const places = lines.map(({ position, quantity }) => {
    const name = positions.find((one) => one.id === position)?.name;
    return [name, quantity].filter((one) => one != null).join(": ");
  });
  const words = [...new Set(places), note].filter(Boolean).join(", ");
  return (
    <li className="wrap-anywhere">
      <PageLink to={manageFitPath(id)} className="link inline-block min-h-6">
        <span className="font-mono">{part?.number}</span> <span dir="auto">{part?.name}</span>
      </PageLink>
      {words !== "" && ` (${words})`}
    </li>
  );
}
