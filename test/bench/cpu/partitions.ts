export type Item = Record<string, { S?: string }>;

export interface QueryInput {
  KeyConditionExpression: string;
  ExpressionAttributeValues: Item;
  ScanIndexForward?: boolean;
  Limit?: number;
}

interface Partition {
  items: Map<string, Item>;
  /** The sort keys in their order; undefined after a change. */
  sorted?: string[] | undefined;
}

/** The items of a table by partition and sort key. */
export class Partitions {
  readonly #partitions = new Map<string, Partition>();

  get(key: Item): Item | undefined {
    return this.#partition(key).items.get(readText(key.sk));
  }

  put(item: Item): void {
    this.#change(item).items.set(readText(item.sk), item);
  }

  delete(key: Item): void {
    this.#change(key).items.delete(readText(key.sk));
  }

  /** The items of one partition; of a sort key's conditions it knows `<`, `>` and BETWEEN. */
  query({ KeyConditionExpression: condition, ScanIndexForward = true, ...request }: QueryInput): Item[] {
    const values = request.ExpressionAttributeValues;
    const partition = this.#partition({ pk: values[':pk'] ?? {} });
    partition.sorted ??= [...partition.items.keys()].sort();
    const [after, from, to] = [':after', ':from', ':to'].map(name => readText(values[name]));
    const keys = partition.sorted.filter(sk => {
      if (condition.includes('BETWEEN')) return sk >= from! && sk <= to!;
      if (condition.includes('<')) return sk < after!;
      return !condition.includes('>') || sk > after!;
    });
    if (!ScanIndexForward) keys.reverse();
    return keys.slice(0, request.Limit).map(sk => partition.items.get(sk)!);
  }

  #change(key: Item): Partition {
    const partition = this.#partition(key);
    partition.sorted = undefined;
    return partition;
  }

  #partition({ pk }: Item): Partition {
    const name = readText(pk);
    const partition = this.#partitions.get(name) ?? { items: new Map<string, Item>() };
    this.#partitions.set(name, partition);
    return partition;
  }
}

function readText(value: { S?: string } | undefined): string {
  return value?.S ?? '';
}
