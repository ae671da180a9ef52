import * as v from 'valibot';
import { NotFound } from '../core/errors.ts';
import { sectionDirectory } from '../sections/read.ts';
import { orderKey, orderPartition } from '../sections/record.ts';
import { parseRecord } from '../store/record.ts';
import { queryItems } from '../store/table.ts';
import { Mark, OrderRecord } from './record.ts';

export interface Order {
  /** 0 when no order was ever set. */
  version: number;
  /** The posts of the editorial order that are still in the section. */
  postIds: readonly number[];
  /** All marks, by post. */
  marks: ReadonlyMap<number, number>;
}

/** Reads the editorial order of a section, with one call. */
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
export async function requireSection(sectionId: number): Promise<void> {
  if ((await sectionDirectory([sectionId])).find(sectionId) === undefined)
    throw new NotFound(`There is no section with the id ${sectionId}`);
}
