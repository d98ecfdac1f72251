import "#web/ui/look.css";

/** However often it is imported, a module runs once. */
const start = () => import("./start.tsx");

// Until the page is painted, the network and the processor are needed for what people see.
new PerformanceObserver((paints) => {
  if (paints.getEntriesByName("first-contentful-paint").length > 0) void start();
}).observe({ type: "paint", buffered: true });
// Some browsers report no paints.
addEventListener("load", () => setTimeout(start, 500));
