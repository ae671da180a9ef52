import { describe, expect, it } from 'vitest';
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

describe.each([
  ['GetItem', () => getItem({ pk: 'A', sk: 'A' }, { consistent: false })],
  ['Query', () => queryItems({ pk: 'A', consistent: false })],
])('%s', (_name, read) => {
  it.each([
    { status: 503, when: 'the disk fails to read', message: 'IO error: /data/5.ldb: Input/output error' },
    { status: 500, when: 'what it reads is damaged', message: 'Corruption: block checksum mismatch' },
  ])('makes the service answer $status when $when', async ({ status, message }) => {
    fault = message;
    const error = toApiError(await read().catch((thrown: unknown) => thrown));
    expect(error).toMatchObject({ status, cause: { message } });
  });
});
