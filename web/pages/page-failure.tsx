import { Note } from "#web/look/note.tsx";

/** A page that broke: its code could not be loaded, or failed. */
export function PageFailure() {
  return (
    <div className="wide py-24">
      <Note title="This page could not be shown" heading="h1" alert>
        <p>Something went wrong while opening it. Loading it anew often helps.</p>
        <button type="button" className="btn btn-primary" onClick={() => location.reload()}>
          Load it again
        </button>
      </Note>
    </div>
  );
}
