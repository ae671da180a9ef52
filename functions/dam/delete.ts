import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { removeAsset } from '../../shared/dam/write.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, caller, ifMatch }) {
    await removeAsset(path.id, { caller, ifMatch });
    return { body: {} };
  },
});
