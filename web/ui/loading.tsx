/** Says that something is being fetched, over the whole screen. */
export function PageLoading() {
  return (
    // Holds the footer where the page will have it.
    <div className="min-h-dvh">
      <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-base-100/85">
        <p className="flex items-center gap-3 text-xl font-semibold">
          <span className="loading loading-spinner text-primary" aria-hidden="true" />
          Loading...
        </p>
      </div>
    </div>
  );
}
