import { deleteBadge } from '../../shared/badges/removal.ts';
import { EmptyObject, endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { removeBadge } from '../../shared/publishing/remove-badge-job.ts';
import { runInline } from '../runtime/run-inline.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, ifMatch }) {
    await runInline(await deleteBadge(path.id, ifMatch), removeBadge);
    return { body: {} };
  },
});
