import { Suspense } from "react";
import { useKeptList } from "#web/app/kept-list.ts";
import { late } from "#web/ui/late.tsx";
import { comparedNumbers } from "./compare-list.ts";

const CompareBar = late(async () => (await import("./compare-bar.tsx")).CompareBar);

export function CompareSlot() {
  const numbers = useKeptList(comparedNumbers);
  return <Suspense>{numbers.length > 0 && <CompareBar />}</Suspense>;
}
