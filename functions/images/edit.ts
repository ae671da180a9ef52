import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { IdPath } from '../../shared/platform/http/query.ts';
import { editImage } from '../../shared/library/images/edit.ts';
import { ImageEditInput } from '../../shared/library/images/input.ts';
import { Image, presentImage } from '../../shared/library/images/present.ts';

export default endpoint({
  path: IdPath,
  body: ImageEditInput,
  answer: Image,
  async handle({ path, body, ...request }) {
    const { value, version } = await editImage(path.id, body, request);
    return { body: presentImage(value), version };
  },
});
