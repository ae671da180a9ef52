import { startEngines } from '../../infra/aws-local/engines.ts';
import { ensureTable } from '../../infra/aws-local/table.ts';
import { createAuthor } from '../../shared/people/authors/write.ts';
import { signIn } from '../../shared/people/sessions/sign-in.ts';
import { environment } from '../../shared/platform/core/environment.ts';
import { SignInRefused } from '../../shared/platform/core/errors.ts';
import { configureSite, parseSite } from '../../shared/platform/site/site.ts';
import { ADMIN } from '../support/aws/admin.ts';
import { recordSleeps, restoreClock } from '../support/time/clock.ts';
import { median } from '../support/values/median.ts';

const PASSWORD = 'ten years';
/** Of each kind of email. */
const ROUNDS = 30;
/** Of each kind, because one may be tried twenty times without a delay. */
const ACCOUNTS = 2;
/**
 * Rank test of Mann and Whitney: where nothing differs, known emails take longer in half of all pairs, and a share outside of these bounds
 * has a chance of one in ten thousand.
 */
const BOUNDS = { least: 0.21, most: 0.79 };

/** The most processor time of a sign-in, with the local engines' work for it. */
const MAX_CPU_MS = 100;
/** The least time of several counts: other work of the process only adds to it. */
const TRIES = 12;

/**
 * Measures the processor time of a sign-in, and fails above its ceiling. Compares how long refused sign-ins with known and with unknown emails work, without what they then wait. The order is random: V8
 * collects the memory of every second hash, which would be that of one kind if they took turns. Fails when one kind takes longer.
 */
export async function run(): Promise<void> {
  const engines = await startEngines({
    dir: undefined,
    invoke: () => undefined,
    consume: () => Promise.resolve({ batchItemFailures: [] }),
    onObjectCreated: () => Promise.resolve(),
  });
  try {
    configureSite(parseSite({}));
    await ensureTable(environment().TABLE_NAME);
    for (let account = 0; account < ACCOUNTS; account++)
      await createAuthor({ email: toEmail('known', account), password: PASSWORD, role: 'Editor' }, ADMIN);
    recordSleeps();
    report(await measureAll());
    reportSignIn(await measureSignIn());
  } finally {
    restoreClock();
    await Promise.all(engines.map(engine => engine.close()));
  }
}

type Kind = 'known' | 'unknown';
type Times = Record<Kind, number[]>;

function toEmail(kind: Kind, account: number): string {
  return `${kind}${account % ACCOUNTS}@example.org`;
}

async function measureAll(): Promise<Times> {
  const times: Times = { known: [], unknown: [] };
  const kinds = Array.from({ length: ROUNDS }, (): Kind[] => ['known', 'unknown']).flat();
  const inRandomOrder = kinds
    .map(kind => ({ kind, place: Math.random() }))
    .sort((one, other) => one.place - other.place);
  for (const [round, { kind }] of inRandomOrder.entries())
    times[kind].push(await measureRefusal(toEmail(kind, times[kind].length), round));
  return times;
}

/** The milliseconds that a sign-in works until it is refused. Each is the only attempt from its network. */
async function measureRefusal(email: string, round: number): Promise<number> {
  const began = performance.now();
  try {
    await signIn({ email, password: 'wrong' }, { address: `203.0.113.${round}`, device: 'Browser' });
  } catch (error) {
    if (error instanceof SignInRefused) return performance.now() - began;
    throw error;
  }
  throw new Error('A wrong password was accepted');
}

/** The least processor time in ms of a sign-in with the right password. */
async function measureSignIn(): Promise<number> {
  let leastMs = Infinity;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const before = process.cpuUsage();
    await signIn(
      { email: toEmail('known', attempt), password: PASSWORD },
      { address: `198.51.100.${attempt}`, device: 'Browser' },
    );
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
  }
  return leastMs;
}

function reportSignIn(ms: number): void {
  const isHeld = ms <= MAX_CPU_MS;
  console.log(`A sign-in takes ${Math.round(ms)} ms of processor time: ${isHeld ? 'held' : 'MISSED'}`);
  if (!isHeld) process.exitCode = 1;
}

function report({ known, unknown }: Times): void {
  const pairs = known.flatMap(one => unknown.map(other => one > other));
  const share = pairs.filter(Boolean).length / pairs.length;
  const isHeld = share > BOUNDS.least && share < BOUNDS.most;
  console.log(`known ${Math.round(median(known))} ms, unknown ${Math.round(median(unknown))} ms`);
  console.log(
    `A known email takes longer in ${Math.round(share * 100)} % of all pairs: ${isHeld ? 'held' : 'MISSED'}`,
  );
  if (!isHeld) process.exitCode = 1;
}
