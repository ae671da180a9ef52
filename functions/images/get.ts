import { readsConsistently } from '../../shared/http/caller.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { IdPath } from '../../shared/http/query.ts';
import { Image, presentImage } from '../../shared/images/present.ts';
import { Images } from '../../shared/images/record.ts';

export default endpoint({
  path: IdPath,
  answer: Image,
  async handle({ path, caller }) {
    const { value, version } = await Images.read(path.id, readsConsistently(caller));
    return { body: presentImage(value), version };
  },
});
