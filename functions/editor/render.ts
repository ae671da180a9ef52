import * as v from 'valibot';
import { endpoint } from '../../shared/platform/http/endpoint.ts';
import { contentFields, editable } from '../../shared/posts/record/input-fields.ts';
import { Listicle } from '../../shared/posts/record/listicle.ts';
import { renderUnsaved } from '../../shared/posts/rendering/render-post.ts';

export default endpoint({
  body: v.object({
    body: v.nullish(contentFields.body, ''),
    listicle: v.nullish(contentFields.listicle, {}),
    media: v.nullish(editable.media, ''),
  }),
  answer: v.object({ body_html: v.string(), listicle: Listicle, media: v.string() }),
  async handle({ body, caller }) {
    return { body: await renderUnsaved(body, caller) };
  },
});
