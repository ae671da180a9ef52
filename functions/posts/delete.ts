import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { removePost } from '../../shared/publishing/remove.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller, ifMatch }) {
    await removePost(path.id, 'posts', caller, ifMatch);
    return { body: {} };
  },
});
