import * as v from 'valibot';
import { NotFound } from '../core/errors.ts';
import { sectionDirectory } from '../sections/directory.ts';
import { orderKey, orderPartition } from '../sections/order-key.ts';
import { parseRecord } from '../store/record.ts';
import { queryItems } from '../store/table.ts';
import { Mark, OrderRecord } from './record.ts';

export interface Order {
  /** 0 when none was ever set. */
  version: number;
  /** The curated posts that are in the section still, in order. */
  postIds: readonly number[];
  /** Every mark that there is, by post. */
  marks: ReadonlyMap<number, number>;
}

/** One call, for a section that there is or was. */
export async function readOrder(sectionId: number, consistent: boolean): Promise<Order> {
  const items = await queryItems({ pk: orderPartition(sectionId), consistent });
  const record = items.find(({ sk }) => sk === orderKey(sectionId).sk);
  const marks = new Map(
    items
      .filter(item => item !== record)
      .map(item => v.parse(Mark, item))
      .map(({ sk: id, mark }) => [id, mark]),
  );
  if (!record) return { version: 0, postIds: [], marks };
  const { version, value } = parseRecord(OrderRecord, record);
  const postIds = value.curated.filter(({ id, mark }) => marks.get(id) === mark).map(({ id }) => id);
  return { version, postIds, marks };
}

/** @throws NotFound: no such section */
export async function requireOrdered(sectionId: number): Promise<void> {
  if ((await sectionDirectory([sectionId])).find(sectionId) === undefined)
    throw new NotFound(`There is no section with the id ${sectionId}`);
}
