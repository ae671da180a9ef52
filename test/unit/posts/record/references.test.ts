import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { Authors } from '../../../../shared/people/authors/record.ts';
import { Badges } from '../../../../shared/taxonomy/badges/record.ts';
import { Images } from '../../../../shared/library/images/record.ts';
import type { PostInput } from '../../../../shared/posts/record/input.ts';
import type { PostRecord } from '../../../../shared/posts/record/record.ts';
import { referenceFaults } from '../../../../shared/posts/answers/relations.ts';
import { recordItem } from '../../../../shared/platform/store/records/record.ts';
import { keyText, type Item, type Key } from '../../../../shared/platform/store/table.ts';
import { authorRecord } from '../../../support/records/author-record.ts';
import { mockDatabase } from '../../../support/aws/mock-database.ts';
import { postRecord } from '../../../support/records/post-record.ts';

const database = mockDatabase();
let existing: (Key & Item)[];
let consistent: unknown[];

beforeEach(() => {
  [existing, consistent] = [[], []];
  database.on(BatchGetCommand).callsFake(({ RequestItems: { table: request } }) => {
    consistent.push(request.ConsistentRead);
    const asked = new Set(request.Keys.map(keyText));
    return { Responses: { table: existing.filter(key => asked.has(keyText(key))) } };
  });
});

const [IMAGE, TEASER, SOCIAL, PRODUCT, BADGE, AUTHOR] = [
  882_001, 882_002, 882_003, 882_004, 882_005, 882_006,
];

function makeAuthorItem(id: number): Key & Item {
  return { ...recordItem(Authors.key(id), 1, authorRecord({ id })), ...Authors.key(id) };
}

function makeRecord(fields: Partial<PostRecord> = {}): PostRecord {
  return postRecord({
    image_id: IMAGE,
    teaser_image_id: TEASER,
    social_teaser_image_id: SOCIAL,
    product: { image_id: PRODUCT },
    badges: [BADGE],
    roar_author_ids: [AUTHOR],
    ...fields,
  });
}

describe('referenceFaults()', () => {
  it('names each new reference to a record that does not exist', async () => {
    existing = [{ ...Images.key(883_010) }, { ...Badges.key(883_007) }, makeAuthorItem(883_009)];
    const input: PostInput = {
      image_id: 883_001,
      teaser_image_id: 883_002,
      social_teaser_image_id: 883_003,
      product: { image_id: 883_004 },
      listicle: { items: [{ image_id: IMAGE }, {}, { image_id: 883_005 }, { image_id: 883_010 }] },
    };
    const next = makeRecord({
      badges: [883_006, 883_007, BADGE],
      roar_author_ids: [883_008, 883_009, AUTHOR],
    });
    expect(await referenceFaults(makeRecord(), next, input)).toEqual([
      'image_id: there is none with the id 883001',
      'teaser_image_id: there is none with the id 883002',
      'social_teaser_image_id: there is none with the id 883003',
      'product.image_id: there is none with the id 883004',
      'listicle.items.2.image_id: there is none with the id 883005',
      'badges: there is none with the id 883006',
      'roar_author_ids: there is no author with the id 883008',
    ]);
    expect(consistent).toEqual([true, true]);
  });

  it('looks up nothing that the record has already, or that is cleared', async () => {
    const kept: PostInput = {
      image_id: SOCIAL,
      teaser_image_id: PRODUCT,
      social_teaser_image_id: IMAGE,
      product: { image_id: TEASER },
      listicle: { items: [{ image_id: IMAGE }] },
    };
    expect(await referenceFaults(makeRecord(), makeRecord(), kept)).toEqual([]);
    const cleared: PostInput = { image_id: null, product: null };
    expect(await referenceFaults(postRecord(), postRecord(), cleared)).toEqual([]);
    expect(await referenceFaults(makeRecord(), makeRecord(), {})).toEqual([]);
    expect(consistent).toEqual([]);
  });
});
