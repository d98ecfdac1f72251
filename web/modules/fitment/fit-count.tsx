import { useQuery } from "@tanstack/react-query";
import type { Term } from "#contract/rules/fit.ts";
import { formatCount } from "#web/app/format.tsx";
import { fitCount } from "./answer-calls.ts";

export function FitCount({ vehicle, known }: { vehicle: number; known: Term[] }) {
  const { data } = useQuery({
    ...fitCount(vehicle, known),
    placeholderData: (before, query) => (query?.queryKey[1] === vehicle ? before : undefined),
  });
  if (!data) return null;
  const { fit, oneMore, isCut } = data;
  const parts = `${isCut ? "More than " : ""}${formatCount(fit)} ${fit === 1 ? "part fits" : "parts fit"}`;
  const more =
    oneMore === 1 ? "1 needs one more detail" : `${formatCount(oneMore)} need one more detail`;
  return (
    <>
      <strong>{parts}</strong>
      {oneMore > 0 && `, ${more}`}.
    </>
  );
}
