// Loaded before a shop whose memory is measured: when told, it clears away what is not used any more,
// so that what is measured is what is held.
// A signal that means nothing to a program without a window.
process.on("SIGWINCH", () => {
  for (let time = 0; time < 3; time++) globalThis.gc?.();
});
