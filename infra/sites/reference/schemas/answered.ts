/* The schemas of answers that the document names, as they are exported here; others are inline. */
import * as v from 'valibot';
import createKey from '../../../../functions/api_keys/create.ts';
import editPost from '../../../../functions/editor/edit-post.ts';
import createInvitation from '../../../../functions/invitations/create.ts';
import getMe from '../../../../functions/me/get.ts';
import createPreview from '../../../../functions/previews/create.ts';
import { Image } from '../../../../shared/library/images/present.ts';
import { PostAnswer } from '../../../../shared/posts/record/answer.ts';
import { Section } from '../../../../shared/taxonomy/sections/present.ts';

export { AssetList } from '../../../../shared/library/dam/list/list.ts';
export { Asset } from '../../../../shared/library/dam/present.ts';
export { BulkAnswer } from '../../../../shared/library/dam/bulk/input.ts';
export { Document } from '../../../../shared/library/documents/present.ts';
export { UploadForm } from '../../../../shared/library/uploads/create.ts';
export { ShownPasskey as Passkey } from '../../../../shared/people/factors/present.ts';
export { ShownSession as Session } from '../../../../shared/people/sessions/list.ts';
export { Author } from '../../../../shared/people/authors/present.ts';
export { ApiKey } from '../../../../shared/people/keys/list.ts';
export { EmptyObject } from '../../../../shared/platform/http/endpoint.ts';
export { imageCrops as ImageCrops } from '../../../../shared/platform/values/fields.ts';
export { EditablePostAnswer as EditorPost } from '../../../../shared/posts/answers/editable.ts';
export { WebhookAnswer as Webhook, Delivery } from '../../../../shared/posts/webhooks/present.ts';
export { ImageUse } from '../../../../shared/posts/uses/row.ts';
export { Like } from '../../../../shared/posts/counters/likes/like.ts';
export { OrderAnswer as Order } from '../../../../shared/posts/order/record.ts';
export { Listicle, Product } from '../../../../shared/posts/record/listicle.ts';
export { PostStatus } from '../../../../shared/posts/record/record.ts';
export { ScraperResult } from '../../../../shared/scraper/result.ts';
export { Badge } from '../../../../shared/taxonomy/badges/present.ts';
export { PageSettings } from '../../../../shared/taxonomy/sections/record.ts';
export { Image, PostAnswer as Post, Section };

/** The body of every error. `data` has what the client needs to go on, where the endpoint says so. */
export const Error = v.object({
  status: v.object({ code: v.string(), messages: v.array(v.string()) }),
  data: v.nullable(v.record(v.string(), v.unknown())),
});
export const NewApiKey = createKey.answer;
export const NewInvitation = createInvitation.answer;
export const NewPreview = createPreview.answer;
export const EditedPost = editPost.answer;
export const Me = getMe.answer;
export const SectionFields = v.partial(Section);
export const PostFields = v.partial(PostAnswer);
export const ImageOrImages = v.union([Image, v.array(Image)]);
