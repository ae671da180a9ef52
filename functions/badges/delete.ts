import { deleteBadge } from '../../shared/taxonomy/badges/removal.ts';
import { EmptyObject, endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { removeBadge } from '../../shared/posts/publishing/jobs/remove-badge-job.ts';
import { runInline } from '../runtime/run-inline.ts';

export default endpoint({
  path: IdPath,
  answer: EmptyObject,
  async handle({ path, ifMatch }) {
    await runInline(await deleteBadge(path.id, ifMatch), removeBadge);
    return { body: {} };
  },
});
