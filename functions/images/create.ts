import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { multipartOrJson } from '../../shared/platform/http/multipart.ts';
import { createImages } from '../../shared/library/images/create.ts';
import { ImageCreateInput } from '../../shared/library/images/input.ts';
import { Image, presentImage } from '../../shared/library/images/present.ts';

export default endpoint({
  parse: multipartOrJson,
  body: ImageCreateInput,
  answer: v.union([Image, v.array(Image)]),
  async handle({ body, caller }) {
    const images = (await createImages(body, caller)).map(presentImage);
    const [first] = images;
    return images.length === 1 && first ? { body: first, version: 1 } : { body: images };
  },
});
