const exceptions = new Set<string>();

/**
 * Exempts `host:port` pairs, as written in a URL, from the address rule, so that the service can be tried on one
 * machine. Called by the local stack alone: nothing in `functions/` or `shared/` may import it, which a test checks,
 * so a deployed function has no way to be told of an exception.
 */
export function exemptForLocalUse(hostPorts: string): void {
  for (const pair of hostPorts.split(',')) if (pair.trim() !== '') exceptions.add(pair.trim().toLowerCase());
}

/** The pairs exempted in this process; empty wherever the service is deployed. */
export function exemptions(): ReadonlySet<string> {
  return exceptions;
}
