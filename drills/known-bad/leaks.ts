// Loaded before the program: from when it is ready it forgets nothing, each second a tenth of what it
// held then, and after a while a promise breaks that nobody hears.
const kept: Buffer[] = [];
const write = process.stdout.write.bind(process.stdout);
process.stdout.write = (...said: unknown[]) => {
  if (/^Ready: /m.test(String(said[0]))) begin();
  return Reflect.apply(write, undefined, said);
};

function begin(): void {
  const perMillisecond = process.memoryUsage.rss() / 10 / 1_000;
  let leaked = performance.now();
  const leak = () => {
    const now = performance.now();
    // As much as the time asks for, however late a busy machine lets it come.
    kept.push(Buffer.alloc(Math.round(perMillisecond * (now - leaked)), 1));
    leaked = now;
  };
  setInterval(leak, 100).unref();
  setTimeout(() => void Promise.reject(new Error("Nobody hears this")), 5_000).unref();
}
