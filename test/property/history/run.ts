import { randomUUID } from 'node:crypto';
import type { Api, Reply } from '../../support/api/api.ts';
import { Recorder } from './recorder.ts';
import { requireExplained, type Subject } from './subject.ts';
import { World } from './world.ts';

/** The intents of each client of one phase, which it performs one after the other. */
export type Clients<Intent> = readonly (readonly Intent[])[];

const SURVEYOR = 99;

/** One history: phases of concurrent calls, each followed by a survey, and then the check of all calls. */
export class History<Intent, Action> {
  readonly #subject: Subject<Intent, Action>;
  readonly #world = new World(`h${randomUUID().slice(0, 8)}`);
  readonly #recorder = new Recorder<Action>();

  constructor(subject: Subject<Intent, Action>) {
    this.#subject = subject;
  }

  get calls() {
    return this.#recorder.calls;
  }

  async setUp(api: Api): Promise<void> {
    await this.#subject.setUp(api, this.#world);
  }

  /** Client n calls the instance n modulo their number. `afterCall` gets the number of answered calls. */
  async runClients(
    apis: readonly Api[],
    clients: Clients<Intent>,
    afterCall: (answered: number) => void = () => undefined,
  ): Promise<void> {
    let answered = 0;
    const work = clients.map(async (intents, client) => {
      for (const [turn, intended] of intents.entries()) {
        const value = `${this.calls.length}.${client}.${turn}`;
        const action = this.#subject.act(this.#world, intended, value);
        if ((await this.#call(apis[client % apis.length]!, client, action)) === undefined) return;
        afterCall(++answered);
      }
    });
    const ends = await Promise.allSettled(work);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Reads everything twice: the second pass reads one by one what the first pass has found. */
  async survey(api: Api): Promise<void> {
    for (let time = 0; time < 2; time++)
      for (const action of this.#subject.survey(this.#world)) await this.#call(api, SURVEYOR, action);
  }

  requireExplained(): void {
    requireExplained(this.#subject.objects(this.#world, this.calls));
  }

  async #call(api: Api, client: number, action: Action): Promise<Reply | undefined> {
    const reply = await this.#recorder.record(client, action, () =>
      this.#subject.perform(api, this.#world, action),
    );
    if (reply) this.#subject.learn?.(this.#world, action, reply);
    return reply;
  }
}
