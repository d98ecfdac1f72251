import "#web/ui/look.css";

const loadedPath = location.pathname;

/** Who went back while the page was loading is at another address than its HTML. */
const start = () =>
  location.pathname === loadedPath
    ? import("./start.tsx").catch(reloadOnce)
    : Promise.resolve(location.reload());

/** A page of before a deployment may name a file that is gone. */
function reloadOnce(error: Error): void {
  if (sessionStorage.getItem("reloadedFor") === error.message) throw error;
  sessionStorage.setItem("reloadedFor", error.message);
  location.reload();
}

// Until the first paint, network and processor belong to what people see.
new PerformanceObserver((paints) => {
  if (paints.getEntriesByName("first-contentful-paint").length > 0) void start();
}).observe({ type: "paint", buffered: true });
// Some browsers report no paints.
addEventListener("load", () => setTimeout(start, 500));
