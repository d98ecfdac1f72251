// Loaded before a shop whose memory is measured: when told, it clears away what is not used any more,
// so that what is measured is what is held.
process.on("SIGUSR2", () => {
  for (let time = 0; time < 3; time++) globalThis.gc?.();
});
