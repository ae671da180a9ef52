import fc from 'fast-check';
import { SUBJECTS } from '../property/history/plans.ts';
import { staged, stagedAtAnyTime } from '../property/history/subjects/staged.ts';
import { documents } from './documents.ts';
import { createDuePosts } from './due-posts.ts';
import type { Chance } from './engine/chance.ts';
import { BEGINNING_MS, type Machine } from './engine/process.ts';
import { createPictures } from './pictures.ts';
import { watchPosts } from './watched-posts.ts';

/** The longest pauses between two calls of a client: some histories are crowded, others long enough for recoveries. */
const LONG_PAUSE_MS = 400;
/** Posts fall due between calls. */
const DUE_PAUSE_MS = 2000;
const PAUSES_MS = [10, 40, LONG_PAUSE_MS];
/** Some time that a call takes. */
const CALL_MS = 15;
const SETTLING_MS = 90_000;
/** The deliveries of a post follow each other, and each of them may have two retries. */
const DELIVERING_MS = 600_000;
/** Files that a failed call may have left are removed after an hour. */
const CLEANING_MS = 4_000_000;
const MAX_CLIENTS = 6;
const MAX_TURNS = 10;
/** A clock that is set right moves a little, one that was wrong much; S3 refuses requests of clocks that are off by 15 minutes. */
const CLOCK_MOVES_MS = [-300_000, -5000, -200, 200, 5000, 300_000];

const SIMULATED = SUBJECTS.map(([title, subject]): Plan['subject'] =>
  subject === staged ? ['staged changes', stagedAtAnyTime] : [title, subject],
);

/** An event after the begin of the calls, while most of them are made. */
interface Timed {
  atMs: number;
}

/** What is drawn from a seed. */
export interface Plan {
  cluster: 'newsroom' | 'deployment';
  subject: (typeof SUBJECTS)[number];
  /** The intents of each client. */
  clients: readonly (readonly unknown[])[];
  /** The longest pause between two calls of a client. */
  pauseMs: number;
  /** How long messages are lost and writes fail. */
  callsMs: number;
  /** After this time without faults all work is done: retries, leases, jobs, the next sweep. A process whose clock is ahead leaves later ones. */
  settlingMs: number;
  syncWrites: boolean;
  kills: (Timed & { isPowerCut: boolean })[];
  clockMoves: (Timed & { ms: number })[];
  /** How many of the messages are lost, from 0 to 1. */
  lostMessages: number;
  /** When the disk is full. */
  fullDisk: (Timed & { forMs: number }) | undefined;
  /** How many writes of the disk fail, from 0 to 1. */
  failedWrites: number;
  /** How many reads of the disk fail, from 0 to 1. */
  failedReads: number;
}

export function drawPlan(seed: number, machine: Machine): Plan {
  const { chance, scheduler } = machine;
  const movesClocks = chance.happens(0.4);
  // A clock that is ahead would refuse times that are not over.
  const due: Plan['subject'][] = movesClocks
    ? []
    : [['posts that fall due', createDuePosts(() => BEGINNING_MS + scheduler.nowMs)]];
  const watched: Plan['subject'] = ['posts and the deliveries to a webhook', watchPosts(machine)];
  const pictures: Plan['subject'] = ['pictures and their thumbnails', createPictures(machine)];
  const sent: Plan['subject'] = ['documents and direct uploads', documents];
  const subject = chance.pick([...SIMULATED, watched, pictures, sent, ...due]);
  const cluster = chance.pick(['newsroom', 'deployment'] as const);
  const clients = drawClients(seed, chance, subject[1]);
  const isNewsroom = cluster === 'newsroom';
  const badDisk =
    isNewsroom && chance.happens(0.5) ? chance.pick(['full', 'failing', 'unreadable']) : undefined;
  const isDue = subject === due[0];
  const hasFiles = subject === pictures || subject === sent;
  const settlingMs = hasFiles ? CLEANING_MS : subject === watched ? DELIVERING_MS : SETTLING_MS;
  // A service with a bad disk recovers after a second, and must then write again.
  const anyPauseMs = badDisk === undefined ? chance.pick(PAUSES_MS) : LONG_PAUSE_MS;
  const pauseMs = isDue ? DUE_PAUSE_MS : anyPauseMs;
  const callsMs = clients[0]!.length * (pauseMs / 2 + CALL_MS);
  const timed = <T extends object>(most: number, draw: () => T): (Timed & T)[] =>
    Array.from({ length: chance.below(most + 1) }, () => ({
      atMs: chance.between(0, callsMs),
      ...draw(),
    }));
  const [fullDisk] =
    badDisk === 'full' ? [{ atMs: chance.between(0, callsMs / 2), forMs: chance.between(10, 500) }] : [];
  return {
    subject,
    cluster,
    clients,
    pauseMs,
    callsMs,
    settlingMs,
    // Without synced writes, a power cut may take a file and not its record, which the service then names as lost.
    syncWrites: chance.happens(0.5) || hasFiles,
    kills: timed(3, () => ({ isPowerCut: isNewsroom && chance.happens(0.5) })),
    clockMoves: movesClocks ? timed(2, () => ({ ms: chance.pick(CLOCK_MOVES_MS) })) : [],
    lostMessages: chance.happens(0.4) ? chance.between(0, 0.05) : 0,
    fullDisk,
    failedWrites: badDisk === 'failing' ? chance.between(0, 0.03) : 0,
    failedReads: badDisk === 'unreadable' ? chance.between(0, 0.01) : 0,
  };
}

function drawClients(seed: number, chance: Chance, { intent }: Plan['subject'][1]): Plan['clients'] {
  const [count, turns] = [2 + chance.below(MAX_CLIENTS - 1), 3 + chance.below(MAX_TURNS - 2)];
  const intents = fc.sample(intent, { seed, numRuns: count * turns });
  return Array.from({ length: count }, (_none, client) =>
    intents.slice(client * turns, (client + 1) * turns),
  );
}

export function describePlan(plan: Plan): string {
  const { subject, cluster, syncWrites, kills, clockMoves, lostMessages, fullDisk } = plan;
  const { failedWrites, failedReads } = plan;
  return [
    subject[0],
    cluster,
    ...(syncWrites ? ['synced writes'] : []),
    ...kills.map(({ atMs, isPowerCut }) => `${isPowerCut ? 'power cut' : 'kill'} at ${Math.round(atMs)} ms`),
    ...clockMoves.map(({ atMs, ms }) => `clock moved by ${ms} ms at ${Math.round(atMs)} ms`),
    ...(lostMessages > 0 ? [`${(lostMessages * 100).toFixed(1)} % of messages lost`] : []),
    ...(fullDisk
      ? [`full disk at ${Math.round(fullDisk.atMs)} ms for ${Math.round(fullDisk.forMs)} ms`]
      : []),
    ...(failedWrites > 0 ? [`${(failedWrites * 100).toFixed(1)} % of writes failed`] : []),
    ...(failedReads > 0 ? [`${(failedReads * 100).toFixed(1)} % of reads failed`] : []),
  ].join(', ');
}
