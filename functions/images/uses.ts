import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { ImageUsesQuery, listImageUses } from '../../shared/posts/uses/list.ts';
import { ImageUse } from '../../shared/posts/uses/row.ts';

export default endpoint({
  path: IdPath,
  query: ImageUsesQuery,
  answer: v.array(ImageUse),
  async handle({ path, ...request }) {
    return await listImageUses({ image: path.id, ...request });
  },
});
