import type { QueryClient } from "@tanstack/react-query";
import { noSuchPage, type PageAnswer, type PageInput } from "#web/app/page.ts";
import { jobPath } from "#web/app/paths.ts";
import { oneRepair, repairList } from "#web/modules/fitment/jobs/calls.ts";

export async function prefetch(client: QueryClient, { params }: PageInput): Promise<unknown> {
  const { name = "" } = params;
  if (name === "") return client.prefetchQuery({ ...repairList(), retry: false });
  return client.prefetchQuery({ ...oneRepair(name), retry: false });
}

export function describe(client: QueryClient, { params }: PageInput): PageAnswer | undefined {
  const { name = "" } = params;
  if (name === "") {
    return {
      status: 200,
      path: jobPath(),
      title: "Jobs on your car",
      picture: undefined,
      description: "What each repair needs, of which parts, and why.",
    };
  }
  const repair = client.getQueryData(oneRepair(name).queryKey);
  if (repair === undefined) return undefined;
  if (repair === null) return noSuchPage;
  return {
    status: 200,
    path: jobPath(repair.slug),
    title: repair.name,
    picture: undefined,
    description: `What the job needs: ${repair.lines.map(({ type }) => type.name).join(", ")}.`,
  };
}
