import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { invalidate } from '../../../../shared/platform/edge/invalidate.ts';

const cloudFront = mockClient(CloudFrontClient);

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('EDGE_DISTRIBUTION', 'EDGE');
  vi.stubEnv('MEDIA_DISTRIBUTION', 'MEDIA');
  cloudFront.on(CreateInvalidationCommand).resolves({});
});
afterEach(() => {
  cloudFront.reset();
  vi.unstubAllEnvs();
});

/** What was asked of each distribution. */
function asked(): [string | undefined, string[] | undefined][] {
  return cloudFront
    .commandCalls(CreateInvalidationCommand)
    .map(({ args: [{ input }] }) => [input.DistributionId, input.InvalidationBatch?.Paths?.Items]);
}

describe('invalidate', () => {
  it('drops all public answers with one item, however many changes there were', async () => {
    await invalidate([{}, {}, {}]);

    expect(asked()).toEqual([['EDGE', ['#public']]]);
  });

  it('drops every size of a removed picture, at its address in the edge and at the older one', async () => {
    await invalidate([{ prefix: 'images/7/' }, {}]);

    expect(asked()).toEqual([
      ['EDGE', ['#public', '/media/images/7/*', '/images/7/*']],
      ['MEDIA', ['/images/7/*']],
    ]);
  });

  it('asks only the edge where files have no distribution of their own', async () => {
    vi.stubEnv('MEDIA_DISTRIBUTION', undefined);
    await invalidate([{ prefix: 'images/7/' }]);

    expect(asked().map(([distribution]) => distribution)).toEqual(['EDGE']);
  });

  it('fails when CloudFront refuses, so that the job is tried again', async () => {
    cloudFront.on(CreateInvalidationCommand).rejects(new Error('TooManyInvalidationsInProgress'));

    await expect(invalidate([{}])).rejects.toThrow('TooManyInvalidationsInProgress');
  });
});
