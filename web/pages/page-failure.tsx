import { Component, type ReactNode } from "react";
import { Note } from "#web/look/note.tsx";

type Props = {
  /** Which page it is: another one begins without the failure. */
  page: string;
  children: ReactNode;
};
type State = { page: string; failed: boolean };

/** In this document. A browser remembers that a file did not come, and never asks for it again. */
const brokeBefore = new Set<string>();

/** Holds a page that broke: what stands around it goes on. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { page: this.props.page, failed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ page }: Props, state: State): State | null {
    return page === state.page ? null : { page, failed: false };
  }

  override componentDidCatch(): void {
    const { page } = this.props;
    if (brokeBefore.has(page)) void loadAnew();
    brokeBefore.add(page);
  }

  override render(): ReactNode {
    return this.state.failed ? <PageFailure /> : this.props.children;
  }
}

/** Its code could not be loaded, or failed. */
function PageFailure() {
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

/** Not into a browser's own page of failure, where nothing of ours would be left. */
async function loadAnew(): Promise<void> {
  const response = await fetch(location.href, { method: "HEAD" }).catch(() => undefined);
  if (response?.ok) location.reload();
}
