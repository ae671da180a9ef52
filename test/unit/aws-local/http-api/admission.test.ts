import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Admission, type Arrival } from '../../../../infra/aws-local/http-api/admission.ts';
import { Overloaded } from '../../../../infra/aws-local/http-api/overloaded.ts';

const RUNNING = 8;
const KEPT = 4;

/** A clock that stands still until it is moved. */
function createClock() {
  let nowMs = 0;
  const timers = new Set<{ atMs: number; callback: () => void }>();
  return {
    now: () => nowMs,
    startTimer: (ms: number, callback: () => void) => {
      const timer = { atMs: nowMs + ms, callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (ms: number) => {
      nowMs += ms;
      for (const timer of timers)
        if (timer.atMs <= nowMs) {
          timers.delete(timer);
          timer.callback();
        }
    },
  };
}

/** Requests by name, which run until they are ended. */
function createService(patience = 1) {
  const clock = createClock();
  const admission = new Admission({ clock, patience });
  const running = new Map<string, () => void>();
  const begun: string[] = [];
  const refused = new Map<string, Overloaded>();
  const send = async (name: string, arrival: Partial<Arrival> = {}): Promise<void> => {
    const full = { key: 'k', connection: {}, isWrite: false, ...arrival };
    const work = async (): Promise<void> => {
      begun.push(name);
      await new Promise<void>(resolve => running.set(name, resolve));
    };
    await admission.run(full, work).catch((error: unknown) => {
      if (!(error instanceof Overloaded)) throw error;
      refused.set(name, error);
    });
  };
  const sendMany = (count: number, prefix: string, arrival: Partial<Arrival> = {}): void => {
    for (let index = 0; index < count; index++) void send(`${prefix}${index}`, arrival);
  };
  /** Ends the request that has run for the longest time. */
  const endOne = async (): Promise<void> => {
    const [name, end] = [...running][0]!;
    running.delete(name);
    end();
    await nextRound();
  };
  return { clock, admission, running, begun, refused, send, sendMany, endOne };
}

/** All places of reads are taken. */
function createBusyService(patience?: number) {
  const service = createService(patience);
  service.sendMany(RUNNING, 'busy', { key: 'busy' });
  service.begun.length = 0;
  return service;
}

/** The waiting requests begin after this time each. */
async function setInterval({ clock, sendMany, endOne, begun }: ReturnType<typeof createService>, ms: number) {
  sendMany(20, 'slow');
  for (let count = 0; count < 300; count++) {
    sendMany(1, `slow${count}-`);
    clock.advance(ms);
    await endOne();
  }
  begun.length = 0;
}

describe('Admission', () => {
  it('runs eight requests at once, and the others in their order when one ends', async () => {
    const { begun, sendMany, endOne } = createService();
    sendMany(10, 'r', { connection: {} });
    await nextRound();
    expect(begun).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r5', 'r6', 'r7']);
    await endOne();
    await endOne();
    expect(begun.slice(8)).toEqual(['r8', 'r9']);
  });

  it('keeps four places for writes with a key', async () => {
    const { begun, send, sendMany } = createBusyService();
    sendMany(KEPT + 1, 'write', { isWrite: true });
    void send('keyless', { isWrite: true, key: undefined });
    void send('read');
    await nextRound();
    expect(begun).toEqual(['write0', 'write1', 'write2', 'write3']);
  });

  it('lets reads and writes with a key take turns when more of both wait', async () => {
    const { begun, sendMany, endOne } = createBusyService();
    sendMany(KEPT, 'kept', { isWrite: true });
    sendMany(3, 'write', { isWrite: true });
    sendMany(3, 'read');
    for (let count = 0; count < 6; count++) await endOne();
    expect(begun.slice(KEPT).sort()).toEqual(['read0', 'read1', 'read2', 'write0', 'write1', 'write2']);
    expect(begun.slice(KEPT, KEPT + 2).sort()).toEqual(['read0', 'write0']);
  });

  it('lets a key with one request wait for one turn of a key with a thousand', async () => {
    const { begun, send, sendMany, endOne } = createBusyService();
    sendMany(1000, 'many');
    void send('single', { key: 'other' });
    await endOne();
    await endOne();
    expect(begun).toContain('single');
  });

  it('gives first requests of connections three turns for each turn of a later request', async () => {
    const { begun, send, sendMany, endOne } = createBusyService();
    const busy = Array.from({ length: 10 }, () => ({ connection: {} }));
    for (const [index, arrival] of busy.entries()) void send(`first${index}`, arrival);
    for (let count = 0; count < 18; count++) await endOne();
    sendMany(RUNNING, 'running', { key: 'busy' });
    begun.length = 0;
    for (const [index, arrival] of busy.entries()) void send(`later${index}`, arrival);
    sendMany(6, 'new');
    for (let count = 0; count < 8; count++) await endOne();
    expect(begun.map(name => name.slice(0, -1))).toEqual([
      ...['later', 'new', 'new', 'new'],
      ...['later', 'new', 'new', 'new'],
    ]);
  });

  it('refuses a request of a connection on which eight requests wait, and of no other connection', async () => {
    const { clock, refused, send, sendMany } = createBusyService();
    sendMany(9, 'piped', { connection: {} });
    void send('other');
    clock.advance(1000);
    await nextRound();
    expect([...refused.keys()]).toEqual(['piped8']);
  });

  it('refuses reads when 2,000 requests wait, and writes when 4,000 do', async () => {
    const { clock, refused, send, sendMany } = createBusyService();
    sendMany(KEPT, 'kept', { isWrite: true });
    sendMany(2000, 'r');
    sendMany(2001, 'w', { isWrite: true });
    void send('read');
    // It does not grant places, which end by themselves after this time.
    clock.advance(1000);
    await nextRound();
    expect([...refused.keys()].sort()).toEqual(['read', 'w2000']);
  });

  it('refuses a read after a second, with Retry-After, when it would wait for over five seconds', async () => {
    const service = createBusyService();
    await setInterval(service, 100);
    const { clock, refused, send, sendMany, endOne } = service;
    sendMany(60, 'r');
    await nextRound();
    expect(refused.size).toBe(0);
    clock.advance(1000);
    await nextRound();
    expect(refused.size).toBeGreaterThan(0);
    for (const { status, headers } of refused.values())
      expect([status, headers['retry-after']]).toEqual([503, '6']);
    void send('other key', { key: 'other' });
    void send('write', { isWrite: true });
    await endOne();
    await nextRound();
    expect([...refused.keys()].every(name => name.startsWith('r'))).toBe(true);
  });

  it('refuses no read because of intervals from before the queue was empty', async () => {
    const service = createBusyService();
    await setInterval(service, 100);
    const { clock, refused, running, sendMany, endOne } = service;
    while (running.size > 0) await endOne();
    sendMany(RUNNING + 200, 'r');
    clock.advance(1000);
    await nextRound();
    expect(refused.size).toBe(0);
  });

  it('refuses a read that has waited for five seconds, and a write after twenty', async () => {
    const { admission, clock, refused, send } = createService();
    admission.pause();
    void send('read');
    void send('write', { isWrite: true });
    clock.advance(4999);
    await nextRound();
    expect(refused.size).toBe(0);
    clock.advance(1);
    await nextRound();
    expect([...refused.keys()]).toEqual(['read']);
    clock.advance(14_999);
    await nextRound();
    expect(refused.size).toBe(1);
    clock.advance(1);
    await nextRound();
    expect(refused.get('write')?.headers).toEqual({ 'retry-after': '20' });
  });

  it('gives the place of a request that runs for over a second to the next one, at most 64 times', async () => {
    const { clock, begun, sendMany } = createBusyService(1000);
    sendMany(200, 'next');
    for (let second = 1; second <= 20; second++) {
      clock.advance(1000);
      await nextRound();
    }
    expect(begun.length).toBe(64);
  });

  it('begins no request whose client has gone', async () => {
    const { begun, send, endOne } = createBusyService();
    void send('gone', { isGone: () => true });
    void send('here');
    await endOne();
    expect(begun).toEqual(['here']);
  });

  it('begins no request while it is paused', async () => {
    const { admission, begun, send } = createService();
    admission.pause();
    void send('read');
    void send('write', { isWrite: true });
    await nextRound();
    expect(begun).toEqual([]);
    admission.resume();
    await nextRound();
    expect(begun).toEqual(['write', 'read']);
  });

  it('frees the place of a request that fails', async () => {
    const { admission, begun, send } = createService();
    const failing = () => Promise.reject(new Error('oops'));
    const arrival = { key: 'k', connection: {}, isWrite: false };
    for (let count = 0; count < RUNNING; count++)
      await expect(admission.run(arrival, failing)).rejects.toThrow('oops');
    void send('next');
    await nextRound();
    expect(begun).toEqual(['next']);
  });
});
