const exceptions = new Set<string>();

/**
 * Exempts `host:port` pairs, as written in a URL, from the address check, so that the local stack can fetch from the same machine. Only
 * the local stack calls it: a test checks that nothing in `functions/` or `shared/` imports it, so that a deployed function can't have
 * exceptions.
 */
export function exemptForLocalUse(hostPorts: string): void {
  for (const pair of hostPorts.split(',')) if (pair.trim() !== '') exceptions.add(pair.trim().toLowerCase());
}

/** The pairs exempted in this process; always empty when deployed. */
export function exemptions(): ReadonlySet<string> {
  return exceptions;
}
