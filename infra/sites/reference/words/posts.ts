import {
  ANSWERED_FIELDS,
  ANSWERED_OTHERWISE,
  SENT_FIELDS,
} from '../../../../shared/posts/record/descriptions.ts';
import type { Words } from './words.ts';

const { provider_post_id: _, ...editedPost } = SENT_FIELDS;
const answeredPost: Words = { ...SENT_FIELDS, ...ANSWERED_FIELDS, ...ANSWERED_OTHERWISE };

const product: Words = {
  name: 'The name of the reviewed product.',
  brand: 'The brand or the maker.',
  price: 'The price, as a number in `currency`.',
  currency: 'The code of the currency, such as `EUR`.',
  url: 'The address where the product is sold.',
  image_id: 'The id of the product’s image; null for none.',
  rating: 'The verdict of the review.',
  description: 'A short text about the product.',
};

const delivery: Words = {
  id: 'The id of the delivery, the same in each attempt: receivers recognise repeats by it.',
  action: 'What happened, the name of the event.',
  post_id: 'The id of the post; null where the event is about something else.',
  change: 'What has changed on the site, of a `site_change` only.',
  'change.resource': 'The kind of record that changed.',
  'change.id': 'The id of that record; of an order, its section’s.',
  'change.type': 'What happened to the record; `invite` asks you to send an invitation.',
  state: 'Whether it has arrived, is still tried, or was given up.',
  attempts: 'The attempts so far, the earliest first.',
  'attempts.ts': 'The time of the attempt.',
  'attempts.http_status': 'The status that the receiver answered; null without an answer.',
  'attempts.error': 'Why the attempt failed, in the service’s words; null if it did not.',
  'attempts.duration_ms': 'How long the attempt took, in milliseconds.',
  next_attempt_ts: 'When it is tried again; null if it is not.',
};

const webhook: Words = {
  url: 'The address that receives the events.',
  actions: 'The events that are sent; by default those of posts.',
  headers: 'Headers that each delivery has, by their names.',
  active: 'Whether events are sent at all.',
  secret: 'The key of the signature, shown only once. With null in an edit, a new one is made.',
};

/** Descriptions for the named schemas, by their names. */
export const POSTS: Readonly<Record<string, Words>> = {
  Post: answeredPost,
  PostFields: answeredPost,
  EditorPost: answeredPost,
  DraftCreate: SENT_FIELDS,
  DraftEdit: {
    ...editedPost,
    action:
      '`publish` publishes the draft with this edit, `restore` brings back a removed one; with publish_post.',
  },
  PostCreate: { ...SENT_FIELDS, action: '`publish`, which is what the call does anyway.' },
  PostEdit: {
    ...editedPost,
    action:
      '`unpublish` makes the post a draft again, `restore` brings back a removed one; with publish_post.',
    prevent_modifying_updated_ts: '1 leaves `updated_ts` unchanged by this edit.',
  },
  Product: product,
  ProductInput: product,
  Order: { post_ids: 'The ids of the posts at the top, in this order.' },
  OrderInput: { post_ids: 'The ids of the posts at the top, in this order.' },
  Webhook: webhook,
  Delivery: delivery,
};

/** Descriptions for the schemas without a name, by the tags of their operations. */
export const POSTS_CALLS: Readonly<Record<string, Words>> = {
  posts: {
    count: 'How many views to add.',
    moved_to: 'The path under which the post is found now.',
    kind: 'The kind of record that changed.',
    gone: 'Always true: nobody without a key can see it any more.',
    post_url: 'The public address of the post.',
    url: 'The public path of the section.',
    start_ts: 'The beginning of the hour or day.',
  },
  likes: { author_id: 'The id of the author who likes the post.' },
  scheduled_posts: { scheduled_at: 'When the draft is published, to the second.' },
  previews: { expires_in: 'How many seconds the link is valid.' },
  webhooks: { ...webhook, ...delivery },
};

/** Descriptions for all schemas: the items of a list post, and the parts of a post’s answer. */
export const POST_PARTS: Words = {
  items: 'The items of the list, in their order.',
  'items.headline': 'The headline of the item, as plain text.',
  'items.headline_html': 'The headline of the item, as HTML.',
  'items.manual_basename': 'The anchor of the item in the page’s address.',
  'items.media': 'HTML or a shortcode shown with the item.',
  'items.is_image': 'Whether the item is shown as an image.',
  'items.image_id': 'The id of the item’s image; null for none.',
  'items.caption': 'The caption of the item’s image.',
  'items.credit': 'Who took the item’s image.',
  'items.manual_image_crops': 'The crops of the item’s image, by ratio code.',
  'items.body': 'The text of the item, as HTML.',
  'items.image_info': 'The addresses of the image’s sizes, with `safe=1`.',
  'items.image_dimensions': 'Width and height in pixels of the image’s sizes, with `safe=1`.',
  'items.image_alt': 'The image’s description for readers who do not see it, with `safe=1`.',
  'image_dimensions.width': 'The width of the size in pixels.',
  'image_dimensions.height': 'The height of the size in pixels.',
  'items.image_dimensions.width': 'The width of the size in pixels.',
  'items.image_dimensions.height': 'The height of the size in pixels.',
  settings: 'How pages show the list.',
  body_text_above: 'Whether the body comes before the items.',
  layout_type: '1 for a regular list, 2 for a slideshow.',
  'roar_specific_data.keep_reading_button_text':
    'The text of the button that shows the part of the body after its `<hr>`.',
  'roar_specific_data.keep_reading_hide_word_count':
    'Whether the button is shown without the number of words that follow; by default with it.',
  'page_list.view': 'Always `web`: the kind of page.',
  'page_list.path': 'The path of the page on the site.',
  'roar_authors.id': 'The id of the author.',
  'roar_authors.name': 'The slug of the author.',
  'roar_authors.title': 'The name as bylines show it.',
  'roar_authors.avatar': 'The address of the author’s photo.',
  'roar_authors.avatar_small':
    'The address of the photo, 300 pixels wide; of the photo itself when it is smaller.',
  'roar_authors.profile_href': 'The address of the author’s page.',
  'roar_authors.about_html': 'The biography of the author, as HTML.',
  'time_to_read.in_seconds': 'How long reading takes, in seconds.',
  page_views_count: 'The number of all page views.',
  period_page_views: 'The number of page views within the asked period.',
  'likes.count': 'The number of authors who like the post.',
};
