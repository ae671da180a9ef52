import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeObject } from '../../../../shared/platform/files/objects.ts';
import { startWeb, type Web } from '../../../support/web/web.ts';

/** Answers each request for an object with the status in its key and no body, as S3 answers HEAD. */
let bucket: Web;

beforeAll(async () => {
  bucket = await startWeb((request, response) => {
    response.statusCode = Number(request.url?.split('/').at(-1));
    response.end();
  });
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: bucket.origin,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    CONTENT_BUCKET: 'content',
  });
});

afterAll(() => bucket.stop());

function describeWithStatus(status: number) {
  return describeObject({ bucket: 'content', key: `uploads/${status}` });
}

it('describeObject() returns undefined when S3 answers 404', async () => {
  expect(await describeWithStatus(404)).toBeUndefined();
});

it('describeObject() returns undefined when S3 answers 403, as it does for missing keys without s3:ListBucket', async () => {
  expect(await describeWithStatus(403)).toBeUndefined();
});

it('describeObject() throws when S3 fails', async () => {
  await expect(describeWithStatus(400)).rejects.toThrow();
});
