import { paragraph as p } from '../blocks.ts';
import { FIRST_ID, sh, type Task } from './task.ts';

const JSON_HEADERS = `-H "Authorization: Bearer $KEY" -H "Content-Type: application/json"`;

const DRAFT = sh(`ID=$(curl -s "$URL/api/1.3/drafts" ${JSON_HEADERS} \\
  -d '{"headline": "The bridge is open", "body": "<p>At last.</p>", "tags": ["bridge"]}' | ${FIRST_ID})
echo "$ID"`);

/** Tasks of those who write. */
export const EDITING_TASKS: readonly Task[] = [
  {
    page: 'publish-a-story',
    title: 'Publish a story',
    summary: 'Write a draft, publish it, correct it, and take it back.',
    aliases: ['publish', 'first post', 'draft', 'unpublish', 'getting started'],
    blocks: [
      p('`URL` is the address of the service, `KEY` an API key: `npm start` prints both.'),
      p('A draft is visible to the newsroom only.'),
      DRAFT,
      p('`action` publishes it with an edit. [All fields](fields/post) can be sent in the same call.'),
      sh(`curl -s -X PUT "$URL/api/1.3/drafts/$ID" ${JSON_HEADERS} \\
  -d '{"subheadline": "After nine years", "action": "publish"}'`),
      p('A correction is an edit of the post: fields that are not sent stay as they are.'),
      sh(`curl -s -X PUT "$URL/api/1.3/posts/$ID" ${JSON_HEADERS} \\
  -d '{"subheadline": "After nine years and a day"}'`),
      p('`unpublish` makes it a draft again.'),
      sh(`curl -s -X PUT "$URL/api/1.3/posts/$ID" ${JSON_HEADERS} -d '{"action": "unpublish"}'`),
      p('Next: [a picture](tasks/upload-a-picture), [a planned time](tasks/schedule-a-story).'),
    ],
  },
  {
    page: 'schedule-a-story',
    title: 'Schedule a story',
    summary: 'Publish a draft at a planned time.',
    aliases: ['schedule', 'publish later', 'planned publication', 'unschedule'],
    blocks: [
      p('The draft is published by itself, to the second. Times are Unix seconds in UTC.'),
      DRAFT,
      sh(
        `curl -s -X PUT "$URL/api/1.3/scheduled_posts/$ID" ${JSON_HEADERS} -d '{"scheduled_at": 1893484800}'`,
      ),
      p('[The list](operations/scheduledPostsList) has what is planned, the next one first.'),
      sh('curl -s "$URL/api/1.3/scheduled_posts" -H "Authorization: Bearer $KEY"'),
      p('Without its time it is a draft again.'),
      sh('curl -s -X DELETE "$URL/api/1.3/scheduled_posts/$ID" -H "Authorization: Bearer $KEY"'),
    ],
  },
  {
    page: 'upload-a-picture',
    title: 'Upload a picture',
    summary: 'Send an image, give it texts and crops, and use it in a post.',
    aliases: ['upload', 'image', 'photo', 'media', 'lead image'],
    blocks: [
      p('A form with the file and its texts. JPEG, PNG, GIF, WebP and AVIF are supported.'),
      sh(`IMAGE=$(curl -s "$URL/api/1.3/images" -H "Authorization: Bearer $KEY" \\
  -F "file=@bridge.jpg" -F "alt=The old bridge" -F "photo_credit=Ada Nord" | ${FIRST_ID})
echo "$IMAGE"`),
      p(
        'Thumbnails and [crops](fields/lead-image-and-crops) of every ratio are made within seconds: `thumbnails_status` is `ready` then. A crop that you set stays.',
      ),
      sh('curl -s "$URL/api/1.3/images/$IMAGE" -H "Authorization: Bearer $KEY"'),
      p('A post shows it as its lead image.'),
      sh(`curl -s "$URL/api/1.3/drafts" ${JSON_HEADERS} \\
  -d "{\\"headline\\": \\"The bridge is open\\", \\"image_id\\": $IMAGE}"`),
      p(
        'Files of over 4 MB go [directly to the bucket](operations/uploadsCreate); our client’s `images.upload(file)` does both.',
      ),
    ],
  },
  {
    page: 'edit-at-the-same-time',
    title: 'Edit at the same time: If-Match',
    summary: 'Never overwrite what somebody else has changed meanwhile.',
    aliases: ['If-Match', 'etag', 'concurrency', 'optimistic locking', 'lost update'],
    blocks: [
      p(
        'Every record has an `ETag`. An edit with it as `If-Match` is refused when the record has changed since.',
      ),
      DRAFT,
      sh(`ETAG=$(curl -s -D - -o /dev/null "$URL/api/1.3/drafts/$ID" -H "Authorization: Bearer $KEY" \\
  | grep -i '^etag:' | tr -d '\\r' | cut -d' ' -f2)
curl -s -X PUT "$URL/api/1.3/drafts/$ID" ${JSON_HEADERS} -H "If-Match: $ETAG" \\
  -d '{"headline": "The bridge is open again"}'`),
      p(
        'The same `ETag` a second time gets 412 [precondition_failed](errors/precondition_failed): read, merge, send again.',
      ),
      p('`If-None-Match` with a GET gets 304 while nothing has changed.'),
    ],
  },
  {
    page: 'repeat-requests',
    title: 'Repeat requests: Idempotency-Key',
    summary: 'Send a POST again after a lost answer, without making two records.',
    aliases: ['Idempotency-Key', 'retry', 'retries', 'idempotent'],
    blocks: [
      p(
        'Within a day, a POST with the same `Idempotency-Key` is executed once; a repetition gets the same answer.',
      ),
      sh(`for attempt in 1 2; do
  curl -s "$URL/api/1.3/drafts" ${JSON_HEADERS} -H "Idempotency-Key: ferry-2026-11-26" \\
    -d '{"headline": "A new ferry"}' | ${FIRST_ID}
done`),
      p(
        'Repeat after 429, 502, 503, 504 and lost answers, after the seconds in `Retry-After`. Our client does it by itself, with a key of its own for each POST.',
      ),
    ],
  },
];
