import { expect, it } from 'vitest';
import type { Level } from '../../../../infra/aws-local/dynamodb/dynalite/dynalite.ts';
import { toApiError } from '../../../../shared/platform/http/failure.ts';
import { getItem, queryItems } from '../../../../shared/platform/store/table.ts';
import { useEngines } from '../../../support/aws/engines.ts';

/** What LevelDB throws when the disk cannot read a part of a file. */
let fault: string | undefined;

function failReads(db: Level): Level {
  const check = (): void => {
    if (fault !== undefined) throw new Error(fault);
  };
  return Object.assign(Object.create(db) as Level, {
    getSync: (key: string) => {
      if (!key.startsWith('table~')) check();
      return db.getSync(key);
    },
    iterator: () => ({
      nextv: () => Promise.resolve().then(check),
      close: () => Promise.resolve(),
    }),
  });
}

useEngines({ viewStale: failReads });

it.each([
  ['GetItem', () => getItem({ pk: 'A', sk: 'A' }, false)],
  ['Query', () => queryItems({ pk: 'A', consistent: false })],
])('%s answers that another attempt may succeed when the disk fails to read', async (_name, read) => {
  fault = 'IO error: /data/000005.ldb: Input/output error';
  expect(toApiError(await read().catch((error: unknown) => error))).toMatchObject({
    status: 503,
    cause: { message: fault },
  });
});

it.each([
  ['GetItem', () => getItem({ pk: 'A', sk: 'A' }, false)],
  ['Query', () => queryItems({ pk: 'A', consistent: false })],
])('%s answers that no attempt will succeed when what it reads is damaged', async (_name, read) => {
  fault = 'Corruption: block checksum mismatch';
  expect(toApiError(await read().catch((error: unknown) => error))).toMatchObject({
    status: 500,
    cause: { message: fault },
  });
});
