import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environment } from '../../../shared/platform/core/environment.ts';
import { DocumentRecord } from '../../../shared/library/documents/record.ts';
import { deleteObjects } from '../../../shared/platform/files/objects.ts';
import { deleteItem } from '../../../shared/platform/store/put.ts';
import { parseRecord } from '../../../shared/platform/store/records/record.ts';
import { startCloudFormation } from '../../support/deployment/cloudformation.ts';
import { allowDisagreements } from '../../support/table/checked-table.ts';
import { drain } from '../../support/table/outbox.ts';
import { allItems } from '../../support/table/table.ts';
import { useApi } from '../../support/api/api.ts';
import { runCli } from '../../support/processes/cli.ts';
import { makeDocument } from '../../support/resources/documents.ts';
import { makeImage, settledImage } from '../../support/resources/images.ts';
import { makePost, makeSection } from '../../support/resources/posts.ts';

const api = useApi();
allowDisagreements(/^object: .* is missing/, 'The last test deletes a file for good.');
let cloud: Awaited<ReturnType<typeof startCloudFormation>>;

beforeAll(async () => {
  const { TABLE_NAME: TableName, CONTENT_BUCKET: ContentBucket, MEDIA_BUCKET: MediaBucket } = environment();
  cloud = await startCloudFormation(
    new Map([['broadsheet-prod', { outputs: { TableName, ContentBucket, MediaBucket } }]]),
  );
  const section = await makeSection(api, { url: 'news' });
  const { id } = await makeImage(api);
  await settledImage(api, id);
  await makeDocument(api);
  for (let count = 0; count < 3; count++)
    await makePost(api, {
      headline: `Bridge ${count}`,
      tags: ['bridge'],
      sections: [section.id],
      image_id: id,
    });
  await drain();
});
afterAll(() => cloud.stop());

/** Runs the command in a process of its own, which reaches table and buckets by the SDK's requests over HTTP. */
function verify(...args: string[]) {
  const variables = { AWS_ENDPOINT_URL_CLOUDFORMATION: cloud.origin };
  return runCli('verify/main', ['--stack', 'broadsheet-prod', ...args], variables);
}

async function removeItem(pk: RegExp): Promise<void> {
  const found = (await allItems()).find(item => pk.test(String(item.pk)));
  await deleteItem({ pk: String(found?.pk), sk: String(found?.sk) });
}

/** The key of the document's file. */
async function findDocument(): Promise<string> {
  const found = (await allItems()).find(({ pk }) => String(pk).startsWith('DOCUMENT#'));
  return parseRecord(DocumentRecord, found!).value.key;
}

describe('npm run verify -- --stack', () => {
  it('finds no disagreement in the table and the buckets of a sound stack', async () => {
    const { code, stdout, stderr } = await verify();
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'No disagreement was found.\n' });
  });

  it('names what disagrees, repairs what can be derived, and names what is lost', async () => {
    await removeItem(/^T#published$/);
    await removeItem(/^UNIQUE#basename#/);
    const document = await findDocument();
    await deleteObjects({ bucket: 'media', key: document }, { before: new Date(1e14), keeps: () => false });

    const found = await verify();
    expect(found.code).toBe(1);
    expect(found.stdout.split('\n').filter(Boolean).sort()).toEqual([
      expect.stringMatching(/^list: T#published .* is missing for POST#/),
      expect.stringMatching(/^object: media\/documents\/.* DOCUMENT#/),
      expect.stringMatching(/^unique value: UNIQUE#basename.* is missing for POST#/),
    ]);
    expect(found.stderr).toContain('3 disagreements, 2 of which --repair repairs.');

    const repaired = await verify('--repair');
    expect(repaired.code).toBe(1);
    expect(repaired.stdout).toMatch(/^Repaired: 2\.$/m);
    expect(repaired.stdout).toMatch(/^lost: object: media\/documents\//m);
    const left = await verify();
    expect(left.stdout.split('\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^object: media\/documents\//),
    ]);
  });

  it('explains in one line which stack is missing', async () => {
    const variables = { AWS_ENDPOINT_URL_CLOUDFORMATION: cloud.origin };
    expect(await runCli('verify/main', ['--stack', 'nowhere'], variables)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'There is no stack nowhere in us-east-1.\n',
    });
  });
});
