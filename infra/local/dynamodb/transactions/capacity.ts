import type { Request } from '../dynalite.ts';
import type { Answer } from './parts.ts';

/** The consumed capacity per table, in DynamoDB's shape: a transaction costs twice as much as its single operations. */
export function transactionCapacity(
  { ReturnConsumedCapacity: detail }: Request,
  units: 'ReadCapacityUnits' | 'WriteCapacityUnits',
  answers: Answer[],
) {
  if (detail !== 'TOTAL' && detail !== 'INDEXES') return undefined;
  const tables = new Map<string, number>();
  for (const { ConsumedCapacity: part } of answers) {
    if (part) tables.set(part.TableName, (tables.get(part.TableName) ?? 0) + 2 * part.CapacityUnits);
  }
  return Array.from(tables, ([TableName, CapacityUnits]) => {
    const total = { CapacityUnits, [units]: CapacityUnits };
    return { TableName, ...total, ...(detail === 'INDEXES' && { Table: total }) };
  });
}
