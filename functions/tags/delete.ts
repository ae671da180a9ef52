import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { deleteTag } from '../../shared/sections/remove.ts';
import { requireTagsApi } from '../../shared/sections/check.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, ifMatch }) {
    requireTagsApi();
    await deleteTag(path.id, ifMatch);
    return { body: {} };
  },
});
