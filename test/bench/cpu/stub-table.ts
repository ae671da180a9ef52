import { Partitions, type Item, type QueryInput } from './partitions.ts';

/** The parts of requests that the stub reads. */
interface Request extends QueryInput {
  Key: Item;
  Item: Item;
  RequestItems: Record<string, { Keys: Item[] }>;
  TransactItems: { Put?: { Item: Item }; Delete?: { Key: Item } }[];
}

const READS = ['GetItem', 'BatchGetItem', 'Query'];

/**
 * A table in memory that answers DynamoDB's operations. Every condition holds and updates change nothing. Once it is frozen, writes
 * change nothing either, and a repeated read gets its first answer, so that the stub takes hardly any time.
 */
export class StubTable {
  readonly #partitions = new Partitions();
  readonly #answers = new Map<string, string>();
  #isFrozen = false;

  freeze(): void {
    this.#isFrozen = true;
  }

  /** @param json the request @returns the answer's JSON */
  answer(operation: string, json: string): string {
    if (!this.#isFrozen) return JSON.stringify(this.#run(operation, JSON.parse(json) as Request));
    if (!READS.includes(operation)) return '{}';
    const known =
      this.#answers.get(json) ?? JSON.stringify(this.#run(operation, JSON.parse(json) as Request));
    this.#answers.set(json, known);
    return known;
  }

  #run(operation: string, request: Request): object {
    switch (operation) {
      case 'GetItem':
        return { Item: this.#partitions.get(request.Key) };
      case 'BatchGetItem':
        return this.#batchGet(request);
      case 'Query':
        return { Items: this.#partitions.query(request) };
      case 'PutItem':
        this.#partitions.put(request.Item);
        return {};
      case 'TransactWriteItems':
        return this.#write(request);
      default:
        return {};
    }
  }

  #batchGet({ RequestItems }: Request): object {
    const found = Object.entries(RequestItems).map(([table, { Keys }]) => [
      table,
      Keys.flatMap(key => this.#partitions.get(key) ?? []),
    ]);
    return { Responses: Object.fromEntries(found) as object, UnprocessedKeys: {} };
  }

  #write({ TransactItems }: Request): object {
    for (const { Put, Delete } of TransactItems) {
      if (Put) this.#partitions.put(Put.Item);
      if (Delete) this.#partitions.delete(Delete.Key);
    }
    return {};
  }
}
