import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { removeAsset } from '../../shared/library/dam/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller, ifMatch }) {
    await removeAsset(path.id, { caller, ifMatch });
    return { body: {} };
  },
});
