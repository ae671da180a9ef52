import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { sectionsGuard } from '../../../shared/sections/version-guard.ts';
import { Contention } from '../../../shared/store/retry.ts';
import { mockDatabase } from '../../support/mock-database.ts';
import { usePauses } from '../../support/pauses.ts';

const table = mockDatabase();
const pauses = usePauses();

function keysIn({ TransactItems: actions = [] }: TransactWriteCommandInput): string[] {
  return actions.map(({ Put }) => String(Put!.Item!.pk));
}

/** Cancels transactions as DynamoDB does, by the code of each key. */
function cancelWhere(codeOf: (key: string, attempt: number) => string | undefined): void {
  let attempt = 0;
  table.on(TransactWriteCommand).callsFake((input: TransactWriteCommandInput) => {
    attempt++;
    const codes = keysIn(input).map(key => codeOf(key, attempt) ?? 'None');
    if (codes.every(code => code === 'None')) return {};
    const CancellationReasons = codes.map(Code => ({ Code }));
    throw new TransactionCanceledException({ $metadata: {}, message: 'cancelled', CancellationReasons });
  });
}

function sent(): string[][] {
  return table.commandCalls(TransactWriteCommand).map(call => keysIn(call.args[0].input));
}

const ALL = Array.from({ length: 32 }, (_, number) => `FENCE#${number}`);

describe('sectionsGuard.raise()', () => {
  it('raises all items that are lower in one transaction', async () => {
    table.on(TransactWriteCommand).resolves({});
    await sectionsGuard.raise(7);
    expect(sent()).toEqual([ALL]);
    const [{ Put } = {}] = table.commandCalls(TransactWriteCommand)[0]!.args[0].input.TransactItems!;
    expect(Put).toMatchObject({
      Item: { pk: 'FENCE#0', sk: 'fence', rev: 7 },
      ConditionExpression: 'attribute_not_exists(pk) OR rev < :rev',
      ExpressionAttributeValues: { ':rev': 7 },
    });
  });

  it('does not write items that are already as high', async () => {
    cancelWhere(key => (key === 'FENCE#3' ? 'ConditionalCheckFailed' : undefined));
    await sectionsGuard.raise(7);
    expect(sent()).toEqual([ALL, ALL.filter(key => key !== 'FENCE#3')]);
    expect(pauses()).toEqual([]);
  });

  it('writes nothing when all items are already as high', async () => {
    cancelWhere(() => 'ConditionalCheckFailed');
    await sectionsGuard.raise(7);
    expect(sent()).toHaveLength(1);
  });

  it('raises the other items while transactions always hold one of them', async () => {
    cancelWhere((key, attempt) => (key === 'FENCE#9' && attempt <= 15 ? 'TransactionConflict' : undefined));
    await sectionsGuard.raise(7);
    const [first, ...others] = sent();
    expect(first).toEqual(ALL);
    expect(new Set(others.flat())).toEqual(new Set(ALL));
    expect(others.at(-1)).toEqual(['FENCE#9']);
  });

  it('throws Contention when a transaction holds an item at each attempt', async () => {
    cancelWhere(key => (key === 'FENCE#9' ? 'TransactionConflict' : undefined));
    await expect(sectionsGuard.raise(7)).rejects.toThrow(Contention);
    expect(pauses().length).toBeGreaterThan(5);
  });
});
