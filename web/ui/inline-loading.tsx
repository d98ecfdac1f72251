/** Says, in the place of what is being fetched, that it is on its way. */
export function InlineLoading() {
  return (
    <p role="status" className="flex items-center gap-3 py-8 text-base-content/80">
      <span className="loading loading-spinner text-primary" aria-hidden="true" />
      Loading...
    </p>
  );
}
