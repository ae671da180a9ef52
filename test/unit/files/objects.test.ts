import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeObject } from '../../../shared/files/objects.ts';
import { startWeb, type Web } from '../../support/web.ts';

/** Answers each request for an object with the status in its key, as S3 answers HEAD: without a body. */
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

function describeAnswered(status: number) {
  return describeObject({ bucket: 'content', key: `uploads/${status}` });
}

it('finds no object where S3 says that there is none', async () => {
  expect(await describeAnswered(404)).toBeUndefined();
});

it('finds none where S3 won’t tell: it says 403 of a missing object to whoever may not list the bucket', async () => {
  expect(await describeAnswered(403)).toBeUndefined();
});

it('fails when S3 does', async () => {
  await expect(describeAnswered(400)).rejects.toThrow();
});
