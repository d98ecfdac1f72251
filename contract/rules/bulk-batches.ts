export const maxBulkParts = 10_000;
/** Orders of the parts of a batch wait for no longer than it takes. */
export const bulkBatchSize = 500;
