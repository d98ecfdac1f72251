import { Note } from "#web/look/note.tsx";

export function NoParts() {
  return (
    <Note title="There are no parts yet">
      <p>As soon as the first part is on the shelf, it is here.</p>
    </Note>
  );
}

type Props = { error: Error; retry: () => unknown };

export function PartsFailed({ error, retry }: Props) {
  return (
    <Note title="The parts could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
