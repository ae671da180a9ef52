import { DynamoDBServiceException, TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { Handlers } from '../../../infra/aws-local/lambda/handlers.ts';
import { files } from '../../../shared/platform/files/client.ts';
import { queues } from '../../../shared/platform/schedule/queue.ts';
import { scheduler } from '../../../shared/platform/schedule/schedule.ts';
import { database } from '../../../shared/platform/store/client.ts';
import { viewStaleStates } from './stale-states.ts';
import { randomFrom } from '../values/random.ts';

/** How often AWS does what it may do at any time, from 0 to 1. */
export interface Rates {
  /** A read that doesn't ask for consistency sees a state of the last second. */
  stale: number;
  /** A call is refused for now: throttled, or in conflict with another transaction. */
  throttled: number;
  /** The connection breaks before the call has had its effect. */
  lostRequests: number;
  /** The connection breaks after the call has had its effect. */
  lostAnswers: number;
  /** A batch is read in part. */
  partial: number;
  /** An event comes twice, both times at once, and its messages in another order. */
  doubled: number;
}

const USUAL: Rates = {
  ...{ stale: 0.5, throttled: 0.01, lostRequests: 0.01, lostAnswers: 0.02, partial: 0.05, doubled: 0.5 },
};

const NAME = 'hostility';
type Call = (args: { input: any }) => Promise<{ output: any }>;

/**
 * Makes the engines answer as AWS may. What happens is drawn from the seed. Calls are disturbed within the SDK's own retries, which need
 * the SDK's requests (ENGINES_OVER_HTTP).
 */
export class Hostility {
  /** How often each has happened. */
  readonly counts: Rates = {
    stale: 0,
    throttled: 0,
    lostRequests: 0,
    lostAnswers: 0,
    partial: 0,
    doubled: 0,
  };
  readonly #rates: Rates;
  readonly #random: () => number;
  /** The tokens of transactions. */
  readonly #committed = new Set<string>();
  readonly viewStale;

  constructor(seed: number, rates: Partial<Rates> = USUAL) {
    this.#random = randomFrom(seed);
    this.#rates = { ...this.counts, ...rates };
    this.viewStale = viewStaleStates(count => (this.#happens('stale') ? this.#pick(count) : undefined));
  }

  /** Disturbs the calls of this process to AWS. @returns a function that ends it */
  disturbCalls(): () => void {
    const clients = [database(), files(), scheduler(), queues()] as unknown as {
      middlewareStack: {
        add: (middleware: unknown, options: object) => void;
        remove: (name: string) => void;
      };
    }[];
    const middleware = (next: Call, { commandName = '' }: { commandName?: string }) => {
      return (args: { input: any }) => this.#disturb(commandName, next, args);
    };
    // Inside the SDK's own retries.
    const place = { step: 'deserialize', priority: 'high', name: NAME, override: true };
    for (const { middlewareStack } of clients) middlewareStack.add(middleware, place);
    return () => {
      for (const { middlewareStack } of clients) middlewareStack.remove(NAME);
    };
  }

  /** The functions that events invoke, which get some events twice at once. */
  double(handlers: Handlers): Handlers {
    const twice = async <T>(run: () => Promise<T>): Promise<T> => {
      if (!this.#happens('doubled')) return await run();
      const [, second] = await Promise.all([run(), run()]);
      return second;
    };
    return {
      ...handlers,
      drain: mayGoOn => twice(() => handlers.drain(mayGoOn)),
      sweep: (event, context) => twice(() => handlers.sweep(event, context)),
      webhooks: (event, context) => twice(() => handlers.webhooks(event, context)),
      publisher: event => twice(() => handlers.publisher(this.#shuffle(event))),
      thumbnails: event => twice(() => handlers.thumbnails(this.#shuffle(event))),
    };
  }

  async #disturb(command: string, next: Call, args: { input: any }): Promise<unknown> {
    const { ClientRequestToken: token } = args.input;
    // DynamoDB answers the repetition of a committed transaction, whose answer was lost, without running it again.
    if (!this.#committed.has(token)) {
      if (this.#happens('throttled')) throw this.#refusal(command, args.input);
      if (this.#happens('lostRequests')) throw brokenConnection();
    }
    const result = await next(args);
    if (token) this.#committed.add(token);
    if (this.#happens('lostAnswers')) throw brokenConnection();
    if (command.startsWith('BatchGet') && this.#happens('partial')) this.#withhold(args.input, result.output);
    return result;
  }

  #refusal(command: string, { TransactItems: actions = [] }: any): Error {
    const $metadata = { httpStatusCode: 400 };
    const common = { message: 'Later', $metadata, $fault: 'client' as const };
    if (!command.startsWith('TransactWrite'))
      return new DynamoDBServiceException({ ...common, name: this.#choose(THROTTLED) });
    const held = this.#pick(actions.length);
    const Code = this.#choose(['TransactionConflict', 'ThrottlingError']);
    const CancellationReasons = actions.map((_: unknown, index: number) => ({
      Code: index === held ? Code : 'None',
    }));
    return new TransactionCanceledException({ message: 'Later', $metadata, CancellationReasons });
  }

  /** Leaves the last found item to another call. */
  #withhold({ RequestItems: asked }: any, output: any): void {
    for (const [table, items] of Object.entries<any[]>(output.Responses)) {
      const item = items.pop();
      if (!item || output.UnprocessedKeys?.[table]) continue;
      output.UnprocessedKeys = { [table]: { ...asked[table], Keys: [{ pk: item.pk, sk: item.sk }] } };
    }
  }

  #shuffle(event: any): unknown {
    if (!Array.isArray(event?.Records)) return event;
    const keys = new Map<unknown, number>(event.Records.map((record: unknown) => [record, this.#random()]));
    return {
      ...event,
      Records: event.Records.toSorted((a: any, b: any) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0)),
    };
  }

  #happens(what: keyof Rates): boolean {
    if (this.#rates[what] === 0 || this.#random() >= this.#rates[what]) return false;
    this.counts[what]++;
    return true;
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #choose<T>(some: readonly [T, ...T[]]): T {
    return some[this.#pick(some.length)] ?? some[0];
  }
}

const THROTTLED = ['ProvisionedThroughputExceededException', 'ThrottlingException'] as const;

function brokenConnection(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}
