// The first process asks the workers, which answer once they have loaded this file.
import { AggregatorRegistry } from "prom-client";

const registry = new AggregatorRegistry();

export function readClusterMetrics(): Promise<string> {
  return registry.clusterMetrics();
}
