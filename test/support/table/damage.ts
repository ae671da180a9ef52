import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from '../../../shared/platform/core/environment.ts';
import { database } from '../../../shared/platform/store/client.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { allItems } from './table.ts';

/** Writes to the table past the service, which makes parts of it contradict each other. */
const TableName = () => environment().TABLE_NAME;

/** The first item with such a key. @throws Error */
export async function findItem(pk: RegExp, sk = /./): Promise<Item> {
  const found = (await allItems()).find(item => pk.test(String(item.pk)) && sk.test(String(item.sk)));
  if (!found) throw new Error(`There is no item ${pk}.`);
  return found;
}

export async function remove(pk: RegExp, sk?: RegExp): Promise<void> {
  const found = await findItem(pk, sk);
  await database().send(new DeleteCommand({ TableName: TableName(), Key: { pk: found.pk, sk: found.sk } }));
}

export async function put(item: Item): Promise<void> {
  await database().send(new PutCommand({ TableName: TableName(), Item: item }));
}

export async function change(pk: RegExp, sk: RegExp | undefined, fields: Item): Promise<void> {
  await put({ ...(await findItem(pk, sk)), ...fields });
}
