import { expect, it } from 'vitest';
import { getOutputs } from './synthesized.ts';

it.each(['prod', 'dev'] as const)(
  'the outputs of %s name the API, table, buckets, media address and dead-letter queue',
  stage => {
    expect(Object.keys(getOutputs(stage)).sort()).toEqual([
      'ApiUrl',
      'ContentBucket',
      'MediaBucket',
      'MediaUrl',
      'TableName',
      'UndeliveredUrl',
    ]);
  },
);
