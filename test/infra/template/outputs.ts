import { expect, it } from 'vitest';
import { outputsOf } from './synthesized.ts';

it.each(['prod', 'dev'] as const)('tells who operates %s where everything is', stage => {
  expect(Object.keys(outputsOf(stage)).sort()).toEqual([
    'ApiUrl',
    'ContentBucket',
    'MediaBucket',
    'MediaUrl',
    'TableName',
    'UndeliveredUrl',
  ]);
});
