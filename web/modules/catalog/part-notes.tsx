import { PageLoading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";

/** As high as a screen, so that what is below does not come up and go down again. */
export function PartsLoading() {
  return (
    <div className="min-h-dvh">
      <PageLoading />
    </div>
  );
}

export function NoParts() {
  return (
    <Note title="There are no parts yet">
      <p>As soon as the first part is on the shelf, it is here.</p>
    </Note>
  );
}

type Props = {
  /** None while they are fetched again: what failed is not forgotten until they are there. */
  error: Error | null;
  retry: () => unknown;
  what?: string;
  heading?: "h1" | "p";
};

export function PartsFailed({ error, retry, what = "The parts", heading = "p" }: Props) {
  return (
    <Note title={`${what} could not be fetched`} heading={heading} alert>
      <p>{error ? error.message : "Trying again..."}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
