import { readsConsistently } from '../../shared/platform/http/caller.ts';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { Image, presentImage } from '../../shared/library/images/present.ts';
import { Images } from '../../shared/library/images/record.ts';

export default endpoint({
  path: IdPath,
  answer: Image,
  async handle({ path, caller }) {
    const { value, version } = await Images.read(path.id, { consistent: readsConsistently(caller) });
    return { body: presentImage(value), version };
  },
});
