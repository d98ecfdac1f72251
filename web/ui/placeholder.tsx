import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from "react";

/** As high as the screen, so that the footer does not move when the page comes. */
export function PageLoading() {
  return (
    <div className="min-h-dvh">
      <div
        role="status"
        className="fixed inset-0 z-40 grid noscript:hidden place-content-center justify-items-center gap-3 bg-base-100/85"
      >
        <p className="flex items-center gap-3 text-xl font-semibold">
          <span className="loading loading-spinner" aria-hidden="true" />
          Loading...
        </p>
        <LongWait />
      </div>
    </div>
  );
}

export function InlineLoading() {
  return (
    <div role="status" className="grid gap-2 py-8 text-base-content/80 noscript:hidden">
      <p className="flex items-center gap-3">
        <span className="loading loading-spinner" aria-hidden="true" />
        Loading...
      </p>
      <LongWait />
    </div>
  );
}

const longWaitMs = 4_000;

function LongWait() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWaitMs);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <p>This takes longer than usual. We are still trying.</p>;
}

type Props = {
  title: string;
  children: ReactNode;
  alert?: boolean;
  heading?: "h1" | "h2" | "p";
};

export function Note({ title, children, alert = false, heading: Title = "p" }: Props) {
  return (
    <div
      role={alert ? "alert" : undefined}
      className={`${alert ? "border-s-error" : "border-s-base-content/40"} max-w-2xl border border-s-4 border-base-300 bg-base-200 p-6 wrap-anywhere sm:p-8`}
    >
      <Title className="text-xl font-bold">{title}</Title>
      <div className="mt-2 grid justify-items-start gap-5 leading-relaxed">{children}</div>
    </div>
  );
}

type FailedProps = Omit<Props, "children" | "alert"> & {
  children?: ReactNode;
  error: Error | null;
  retry: () => unknown;
};

export function LoadFailed({ error, retry, children, ...note }: FailedProps) {
  return (
    <Note {...note} alert>
      <p>{error ? error.message : "Trying again..."}</p>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="btn btn-secondary" onClick={() => retry()}>
          Try again
        </button>
        {children}
      </div>
    </Note>
  );
}

type DeferredProps<P> = {
  load: () => Promise<ComponentType<P>>;
  props: P;
  where?: string | undefined;
};

/**
 * What the page can do without at first: its code is loaded once the page is there, and where this
 * media query holds.
 */
export function Deferred<P extends object>({ load, props, where = "all" }: DeferredProps<P>) {
  const [Loaded, setLoaded] = useState<ComponentType<P>>();
  useEffect(() => {
    const media = matchMedia(where);
    const loadHere = async () => {
      if (!media.matches) return;
      const component = await load();
      // A list has many of these: what people press meanwhile goes first.
      startTransition(() => setLoaded(() => component));
    };
    void loadHere();
    media.addEventListener("change", loadHere);
    return () => media.removeEventListener("change", loadHere);
  }, [load, where]);
  return Loaded && <Loaded {...props} />;
}
