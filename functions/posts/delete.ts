import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { removePost } from '../../shared/posts/publishing/remove.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller, ifMatch }) {
    await removePost(path.id, 'posts', caller, ifMatch);
    return { body: {} };
  },
});
