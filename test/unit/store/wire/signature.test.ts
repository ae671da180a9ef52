import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Signer, type Credentials, type Unsigned } from '../../../../shared/store/wire/signature.ts';
import { rounds } from '../../../support/rounds.ts';

const TARGET = 'DynamoDB_20120810.Query';
const word = fc.stringMatching(/^[\w+/=-]{1,60}$/);
const credentials = fc.record<Credentials>(
  { accessKeyId: word, secretAccessKey: word, sessionToken: word },
  { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
);
const request = fc.record<Unsigned>({
  host: fc.constantFrom('dynamodb.eu-west-1.amazonaws.com', '127.0.0.1:8000'),
  path: fc.constantFrom('/', '/a', '/a%20b/c'),
  target: fc.constant(TARGET),
  body: fc.oneof(fc.json(), fc.string({ unit: 'grapheme' })),
});
const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });

/** The headers that the SDK's signer makes for this request. */
async function signWithSdk(
  region: string,
  { host, path, target, body }: Unsigned,
  from: Credentials,
  signingDate: Date,
): Promise<object> {
  const { accessKeyId, secretAccessKey, sessionToken } = from;
  const client = new DynamoDBClient({
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  });
  // Only S3 needs the header with the body's hash.
  Object.assign(client.config, { applyChecksum: false });
  const signer = await client.config.signer();
  const headers = { host, 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': target };
  const unsigned = { protocol: 'https:', hostname: host, path, method: 'POST', query: {}, headers, body };
  return (await signer.sign(unsigned, { signingDate })).headers;
}

describe('Signer', () => {
  it('signs random requests as the SDK does', async () => {
    const signers = ['eu-west-1', 'us-east-1'].map(region => ({ region, signer: new Signer(region) }));
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...signers),
        request,
        credentials,
        date,
        async ({ region, signer }, unsigned, from, time) => {
          expect(signer.sign(unsigned, from, time)).toEqual(await signWithSdk(region, unsigned, from, time));
        },
      ),
      { numRuns: rounds(60, 600) },
    );
  });

  it('signs with the key of the day and of the credentials', async () => {
    const signer = new Signer('eu-west-1');
    const unsigned: Unsigned = { host: 'example.com', path: '/', target: TARGET, body: '{}' };
    const [a, b] = [
      { accessKeyId: 'id', secretAccessKey: 'a' },
      { accessKeyId: 'id', secretAccessKey: 'b' },
    ];
    const [today, tomorrow] = [new Date('2026-11-22T23:59:59Z'), new Date('2026-11-23T00:00:00Z')];
    for (const [from, time] of [
      [a, today],
      [a, tomorrow],
      [b, tomorrow],
      [a, today],
    ] as const)
      expect(signer.sign(unsigned, from, time)).toEqual(await signWithSdk('eu-west-1', unsigned, from, time));
  });
});
