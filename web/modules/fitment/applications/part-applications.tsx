import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type {
  Application,
  applicationCalls,
  FitDeclaration,
  NewApplication,
} from "#contract/applications.ts";
import type { Reply } from "#contract/call.ts";
import { undoLatest } from "#web/app/undo-change.ts";
import { late } from "#web/ui/late.tsx";
import { PagedList } from "#web/ui/paged-list.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { DisabledIfReadOnly, HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import {
  addApplication,
  applicationPages,
  fitDeclaration,
  fitWords,
  removeApplication,
  saveApplication,
} from "./application-calls.ts";
import { ApplicationList, nameOf } from "./application-list.tsx";
import { Declaration } from "./declaration.tsx";

const ApplicationForm = late(async () => (await import("./application-form.tsx")).ApplicationForm);

type Props = { part: string; missing: ReactNode };

export function PartApplications({ part, missing }: Props) {
  const declared = useQuery(fitDeclaration(part));
  const words = useQuery(fitWords());
  if (declared.data === null) return missing;
  if (declared.data && words.data) return <Editor declared={declared.data} words={words.data} />;
  const failed = declared.error ? declared : words.error ? words : undefined;
  if (!failed) return <InlineLoading />;
  return (
    <LoadFailed
      title="The applications could not be fetched"
      error={failed.error}
      retry={failed.refetch}
    />
  );
}

type Words = Reply<typeof applicationCalls.words>;

function Editor({ declared, words }: { declared: FitDeclaration; words: Words }) {
  const { _id: part, number, name, type, soldForVehicles } = declared;
  const client = useQueryClient();
  const pages = useInfiniteQuery(applicationPages(part));
  const [open, setOpen] = useState<Application | "new">();
  const refresh = () => client.invalidateQueries({ queryKey: ["vehicles"] });

  function announce(what: string) {
    showOnShelf(what, async () => {
      await undoLatest(part);
      await refresh();
      return "It is as it was.";
    });
  }

  async function save(given: NewApplication, version: number) {
    if (open === "new" || open === undefined) {
      const added = await addApplication(part, given);
      announce(`Added: ${nameOf(added)}.`);
    } else {
      const answer = await saveApplication(open._id, { ...given, version });
      if ("present" in answer) return answer.present;
      announce(`Saved: ${nameOf(answer.saved)}.`);
    }
    await refresh();
    return undefined;
  }

  async function remove(application: Application) {
    try {
      await removeApplication(application._id);
      announce(`Deleted: ${nameOf(application)}.`);
    } catch (error) {
      showOnShelf((error as Error).message);
    }
    setOpen(undefined);
    await refresh();
  }

  return (
    <>
      <h2 className="text-xl font-extrabold wrap-anywhere md:text-2xl" dir="auto">
        Vehicles of {name}
      </h2>
      <p className="mt-1 font-mono wrap-anywhere">{number}</p>
      {type === null ? (
        <p className="mt-5">Give the product a part type first: lists for a car go by it.</p>
      ) : (
        <div className="mt-5 grid gap-6">
          {!soldForVehicles && (
            <p>Products of the type {type} are not made for vehicles, so no car is asked for.</p>
          )}
          <DisabledIfReadOnly>
            <Declaration declared={declared} refresh={refresh} />
          </DisabledIfReadOnly>
          {open === undefined ? (
            <HiddenIfReadOnly>
              <button
                type="button"
                className="btn btn-secondary justify-self-start"
                onClick={() => setOpen("new")}
              >
                <Plus className="size-4" aria-hidden="true" />
                Add an application
              </button>
            </HiddenIfReadOnly>
          ) : (
            <Suspense fallback={<InlineLoading />}>
              <ApplicationForm
                key={open === "new" ? "new" : open._id}
                application={open === "new" ? undefined : open}
                facts={words.facts}
                positions={words.positions}
                save={save}
                onClose={() => setOpen(undefined)}
              />
            </Suspense>
          )}
          <PagedList
            query={pages}
            failed="The applications could not be fetched"
            more="Show more applications"
          >
            {(applications) => (
              <ApplicationList
                applications={applications}
                facts={words.facts}
                onEdit={setOpen}
                onRemove={remove}
              />
            )}
          </PagedList>
        </div>
      )}
      <Shelf />
    </>
  );
}
