import { deleteItem, putItem } from '../../../shared/platform/store/put.ts';
import type { Item } from '../../../shared/platform/store/table.ts';
import { allItems } from './table.ts';

/* Writes to the table that make parts of it contradict each other. */

/** The first item with such a key. @throws Error */
export async function findItem(pk: RegExp, sk = /./): Promise<Item> {
  const found = (await allItems()).find(item => pk.test(String(item.pk)) && sk.test(String(item.sk)));
  if (!found) throw new Error(`There is no item ${pk}.`);
  return found;
}

export async function remove(pk: RegExp, sk?: RegExp): Promise<void> {
  const found = await findItem(pk, sk);
  await deleteItem({ pk: String(found.pk), sk: String(found.sk) });
}

export async function put(item: Item): Promise<void> {
  await putItem(item);
}

export async function change(pk: RegExp, sk: RegExp | undefined, fields: Item): Promise<void> {
  await put({ ...(await findItem(pk, sk)), ...fields });
}
