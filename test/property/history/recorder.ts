import type { Reply } from '../../support/api/api.ts';

/** A recorded call. `start` and `end` are positions in the order of all starts and ends of a history. */
export interface Call<Action> {
  client: number;
  start: number;
  end: number;
  action: Action;
  /** undefined: no answer came, or a 503, after which the effect is unknown. */
  reply?: Reply | undefined;
}

/** Records calls under a clock that counts their starts and ends, so that their order is exact at any speed. */
export class Recorder<Action> {
  readonly calls: Call<Action>[] = [];
  #now = 0;

  /** @returns the reply, or undefined when the process is dead */
  async record(client: number, action: Action, perform: () => Promise<Reply>): Promise<Reply | undefined> {
    const start = ++this.#now;
    const reply = await perform().catch(ignoreLostConnection);
    const isUnavailable = reply?.status === 503;
    this.calls.push({ client, start, end: ++this.#now, action, reply: isUnavailable ? undefined : reply });
    if (reply && reply.status >= 500 && !isUnavailable)
      throw new Error(`${JSON.stringify(action)}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply;
  }
}

/** fetch throws a TypeError when the process at the other end is killed. */
function ignoreLostConnection(error: unknown): undefined {
  if (!(error instanceof TypeError) || !/fetch failed|terminated/.test(error.message)) throw error;
}
