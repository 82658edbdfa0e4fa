export interface Counts {
  /** Adds an amount for the client network. Returns false, and adds nothing, if a limit would be exceeded. */
  add(network: string, amount: number): boolean;
  subtract(network: string, amount: number): void;
}

/** Adds up amounts per client network and in total. */
export function openCounts(limits: { perNetwork: number; total: number }): Counts {
  const networks = new Map<string, number>();
  let total = 0;
  return {
    add(network, amount) {
      const sum = (networks.get(network) ?? 0) + amount;
      if (sum > limits.perNetwork || total + amount > limits.total) return false;
      networks.set(network, sum);
      total += amount;
      return true;
    },
    subtract(network, amount) {
      const sum = (networks.get(network) ?? 0) - amount;
      if (sum > 0) networks.set(network, sum);
      else networks.delete(network);
      total -= amount;
    },
  };
}
