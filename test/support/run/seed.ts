import fc from 'fast-check';

/** The number from which fast-check draws its inputs: `PROPERTY_SEED`, or the same in each run. `random` draws other inputs in each run. */
function propertySeed(): number {
  const { PROPERTY_SEED: seed = '1' } = process.env;
  return seed === 'random' ? Date.now() % 2 ** 31 : Number(seed);
}

/** Lets property tests draw the same inputs in each run, so that none fails by chance. fast-check prints the seed of a failure. */
export function seedProperties(): void {
  fc.configureGlobal({ seed: propertySeed() });
}
