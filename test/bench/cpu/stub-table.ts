import { Partitions, type Item, type QueryInput } from './partitions.ts';
import { makeResponse } from './stub-socket.ts';

/** The parts of requests that the stub reads. */
interface Request extends QueryInput {
  Key: Item;
  Item: Item;
  RequestItems: Record<string, { Keys: Item[] }>;
  TransactItems: { Put?: { Item: Item }; Delete?: { Key: Item } }[];
}

const READS = ['GetItem', 'BatchGetItem', 'Query'];
const EMPTY = makeResponse('{}');

/**
 * A table in memory that answers DynamoDB's operations. Every condition holds and updates change nothing. Once it is frozen, writes
 * change nothing either, and a repeated read gets its first answer, so that the stub takes hardly any time.
 */
export class StubTable {
  readonly #partitions = new Partitions();
  readonly #answers = new Map<string, Buffer>();
  #isFrozen = false;

  freeze(): void {
    this.#isFrozen = true;
  }

  /** @param json the request's JSON @returns the bytes of a response */
  answer(operation: string, json: Buffer): Buffer {
    if (!this.#isFrozen) return this.#respond(operation, json.toString());
    if (!READS.includes(operation)) return EMPTY;
    const text = json.toString('latin1');
    const known = this.#answers.get(text) ?? this.#respond(operation, json.toString());
    this.#answers.set(text, known);
    return known;
  }

  #respond(operation: string, json: string): Buffer {
    return makeResponse(JSON.stringify(this.#run(operation, JSON.parse(json) as Request)));
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
