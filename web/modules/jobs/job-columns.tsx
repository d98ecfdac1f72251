import { describeJob, type FailedJob, givenUp } from "#contract/jobs.ts";
import type { Thing } from "#contract/things.ts";
import { DateTime, formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { thingPath } from "#web/app/thing-path.ts";
import type { ListColumn } from "#web/ui/list/list-column.ts";

type Column = ListColumn<FailedJob>;

export function jobColumns(retry: ((id: string) => void) | undefined): Column[] {
  const all: Column[] = [
    {
      name: "Job",
      file: ["job", "about"],
      className: "wrap-anywhere max-md:col-span-2 md:w-56 md:py-2",
      cell: ({ title, about, thing }) => (
        <span>
          <span className="block font-semibold">{title}</span>
          {about && <span className="block text-sm text-base-content/75">{about}</span>}
          {thing && <ThingLink thing={thing} />}
        </span>
      ),
    },
    {
      name: "Reason",
      file: "error",
      choice: "shown",
      className: "wrap-anywhere max-md:col-span-2 md:py-2",
      cell: ({ error }) => error,
    },
    {
      name: "Attempts",
      sort: "attempts",
      file: "attempts",
      choice: "shown",
      isFigure: true,
      isNamedOnCards: true,
      className: "md:w-24 md:text-end",
      cell: ({ attempts }) => formatCount(attempts),
    },
    {
      name: "Last",
      sort: "last",
      file: "last",
      choice: "shown",
      isNamedOnCards: true,
      className: "text-sm md:w-44",
      cell: ({ failedAt }) => <DateTime time={failedAt} />,
    },
    {
      name: "Next",
      file: "next",
      choice: "shown",
      isNamedOnCards: true,
      className: "text-sm md:w-44",
      cell: ({ nextAttempt }) => (nextAttempt ? <DateTime time={nextAttempt} /> : givenUp),
    },
  ];
  if (!retry) return all;
  return [
    ...all,
    {
      name: "Again",
      className: "max-md:text-end md:w-28",
      cell: ({ _id, title, ...job }) => (
        <button
          type="button"
          className="btn btn-outline btn-sm h-10"
          aria-label={`Try again: ${[title, describeJob(job)].filter(Boolean).join(", ")}`}
          onClick={() => retry(_id)}
        >
          Try again
        </button>
      ),
    },
  ];
}

function ThingLink({ thing }: { thing: Thing }) {
  const path = thingPath(thing);
  if (!path) return <span className="block text-sm">{thing.name}</span>;
  return (
    <PageLink to={path} className="link inline-block py-1 text-sm">
      {thing.name}
    </PageLink>
  );
}
