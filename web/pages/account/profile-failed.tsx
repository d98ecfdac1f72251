import { Note } from "#web/ui/note.tsx";

type Props = { error: Error; retry: () => unknown };

export function ProfileFailed({ error, retry }: Props) {
  return (
    <Note title="Your profile could not be fetched" alert>
      <p>{error.message}</p>
      <button type="button" className="btn btn-primary" onClick={() => retry()}>
        Try again
      </button>
    </Note>
  );
}
