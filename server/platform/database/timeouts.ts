export const timeouts = {
  requestQueryMs: 4_800,
  requestDeadlineMs: 9_300,
  backgroundQueryMs: 60_000,
};
