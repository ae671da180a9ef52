import { EventEmitter } from 'node:events';
import { setImmediate as nextRound } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { acceptBeforeRequests } from '../../../../infra/aws-local/http-api/accepting.ts';

function createServer() {
  const server = new EventEmitter();
  const clock = { nowMs: 1000 };
  const state = { isPaused: false };
  const admission = {
    pause: () => void (state.isPaused = true),
    resume: () => void (state.isPaused = false),
  };
  acceptBeforeRequests(server, admission, () => clock.nowMs);
  return { clock, state, connect: () => server.emit('connection') };
}

describe('acceptBeforeRequests()', () => {
  it('holds requests back until a round of the event loop brings no connection', async () => {
    const { state, connect } = createServer();
    for (let count = 0; count < 3; count++) {
      connect();
      await nextRound();
      expect(state.isPaused).toBe(true);
    }
    await nextRound();
    await nextRound();
    expect(state.isPaused).toBe(false);
  });

  it('lets requests begin after 250 ms of connections, and for as long', async () => {
    const { clock, state, connect } = createServer();
    connect();
    await nextRound();
    clock.nowMs += 250;
    connect();
    await nextRound();
    await nextRound();
    expect(state.isPaused).toBe(false);
    clock.nowMs += 249;
    connect();
    expect(state.isPaused).toBe(false);
    clock.nowMs += 1;
    connect();
    expect(state.isPaused).toBe(true);
  });
});
