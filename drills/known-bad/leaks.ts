// Loaded before the program: it forgets nothing, and after a while a promise breaks that nobody hears.
const kept: Buffer[] = [];
setInterval(() => kept.push(Buffer.alloc(8 * 1024 * 1024, 1)), 100).unref();
setTimeout(() => void Promise.reject(new Error("Nobody hears this")), 5_000).unref();
