import { paragraph as p } from '../blocks.ts';
import { FIRST_ID, sh, type Task } from './task.ts';

const KEY = '-H "Authorization: Bearer $KEY"';
const JSON_HEADERS = `${KEY} -H "Content-Type: application/json"`;

/** Tasks of those who run a newsroom, and of those who come from another system or leave for one. */
export const RUNNING_TASKS: readonly Task[] = [
  {
    page: 'share-a-preview',
    title: 'Share a draft by a preview',
    summary: 'Show a draft to people who have no key, and end that again.',
    aliases: ['share a draft', 'show a draft', 'proofread', 'token of a preview'],
    blocks: [
      p(
        'Everyone who may edit a draft may share it. The link works for seven days, or for `expires_in` seconds.',
      ),
      sh(`ID=$(curl -s "$URL/api/1.3/drafts" ${JSON_HEADERS} \\
  -d '{"headline": "The ferry is late", "body": "<p>Again.</p>"}' | ${FIRST_ID})
TOKEN=$(curl -s "$URL/api/1.3/drafts/$ID/previews" ${JSON_HEADERS} -d '{"expires_in": 86400}' \\
  | grep -o '"token":"[^"]*"' | cut -d'"' -f4)`),
      p(
        'Its `url` is the address of the post on your site, with `?preview=<token>`. The site shows what this answers, which nothing may store; it needs no key.',
      ),
      sh('curl -s "$URL/api/1.3/previews/$TOKEN?render=head&render_shortcodes=1&safe=1"'),
      p(
        '[The list](operations/editorListPreviews) says who shared what. One preview can be revoked, or all of a post; publishing ends them too.',
      ),
      sh(`curl -s "$URL/api/1.3/editor/posts/$ID/previews" ${KEY}
curl -s -X DELETE "$URL/api/1.3/previews/$TOKEN" ${KEY}`),
      p('`{"staged": true}` shares [the staged change of a published post](operations/editorCreatePreview).'),
    ],
  },
  {
    page: 'search-and-filter',
    title: 'Search and filter posts',
    summary: 'Find posts by words, tags, sections, authors and times.',
    aliases: ['filter', 'find posts', 'by tag', 'by date', 'facets', 'order of results'],
    blocks: [
      p('Words: a post is found when it has all of them, also by their beginnings. The newest comes first.'),
      sh(`curl -s "$URL/api/1.3/posts/search?phrase=bridge&include_fields=id,headline" ${KEY}`),
      p(
        '[The list of posts](operations/postsList) takes tags, sections, authors, types and times, together.',
      ),
      sh(`curl -s "$URL/api/1.3/posts?tags=bridge&limit=5&include_fields=id,headline,created_ts" ${KEY}`),
      p(
        'Posts in every state, for editors: drafts, scheduled, published and removed ones, with the number of each.',
      ),
      sh(`curl -s -D - "$URL/api/1.3/editor/posts?state=draft&q=ferry&counts=1" ${KEY}`),
      p(
        'A list asks for the fields that it needs (`include_fields`): the answer is smaller, and texts are not read.',
      ),
    ],
  },
  {
    page: 'give-keys',
    title: 'Give programs keys',
    summary: 'Make a key that may do only what its program needs, and revoke it.',
    aliases: ['least privilege', 'read-only key', 'narrow a key', 'service account', 'role', 'roles'],
    blocks: [
      p('A key has the permissions of its author’s role, or fewer. It is shown once.'),
      sh(`ME=$(curl -s "$URL/api/1.3/me" ${KEY} | ${FIRST_ID})
ANSWER=$(curl -s "$URL/api/1.3/api_keys" ${JSON_HEADERS} \\
  -d "{\\"author_id\\": $ME, \\"permissions\\": [\\"read\\"], \\"label\\": \\"The website\\"}")
READER=$(echo "$ANSWER" | grep -o '"key":"[^"]*"' | cut -d'"' -f4)
NUMBER=$(echo "$ANSWER" | ${FIRST_ID})`),
      p('What a key may do, and whose it is:'),
      sh('curl -s "$URL/api/1.3/me" -H "Authorization: Bearer $READER"'),
      p(
        '[The list](operations/apiKeysList) says when each was last used. A revoked key stops working within ten seconds.',
      ),
      sh(`curl -s "$URL/api/1.3/api_keys" ${KEY}
curl -s -X DELETE "$URL/api/1.3/api_keys/$NUMBER" ${KEY}`),
    ],
  },
  {
    page: 'use-caches',
    title: 'Use caches',
    summary: 'Ask again without reading again, and put a CDN in front.',
    aliases: ['cache', 'caching', 'CDN', 'If-None-Match', '304', 'Cache-Control', 'edge', 'CloudFront'],
    blocks: [
      p(
        'Answers have an `ETag`. With it as `If-None-Match`, an answer that is the same is 304, without a body.',
      ),
      sh(`ETAG=$(curl -s -D - -o /dev/null "$URL/api/1.3/sections" ${KEY} \\
  | grep -i '^etag:' | tr -d '\\r' | cut -d' ' -f2-)
curl -s -o /dev/null -w '%{http_code}\\n' "$URL/api/1.3/sections" ${KEY} -H "If-None-Match: $ETAG"`),
      p(
        'What anyone may read without a key says so in `Cache-Control`, for some seconds; an answer to a key is `private`. Previews are never stored.',
      ),
      p(
        'The setting `edge` deploys a CDN in front of API, site and media. It keeps public answers for 10 seconds, and drops them within seconds of a change.',
      ),
    ],
  },
  {
    page: 'move-from-wordpress',
    title: 'Move from WordPress',
    summary: 'Bring posts, pages, authors, categories, tags and pictures along.',
    aliases: ['WordPress', 'migrate', 'import', 'WXR', 'migration'],
    blocks: [
      p(
        'In WordPress, _Tools → Export → All content_ gives the file `export.xml`. In the folder of Broadsheet, this reads and validates it, and sends nothing.',
      ),
      sh('npm run import:wordpress -- export.xml --dry-run'),
      p(
        'The commands read the key from a variable. What is repeated, for example after a failure, makes nothing twice.',
      ),
      sh(`export BROADSHEET_API_KEY="$KEY"
npm run import:wordpress -- export.xml --url "$URL"`),
      p('Addresses of the old site lead to the posts, where the permalinks are the same.'),
    ],
  },
  {
    page: 'move-out',
    title: 'Move out, or make a copy',
    summary: 'Export everything as JSON lines and files, and import it elsewhere.',
    aliases: ['export', 'backup', 'move to another account', 'leave', 'data portability'],
    blocks: [
      p(
        'In the folder of Broadsheet, this writes a file of JSON lines for each kind of record, the original images and documents, and a manifest with the checksum of each.',
      ),
      sh(`export BROADSHEET_API_KEY="$KEY"
npm run export -- newsroom --url "$URL"`),
      p(
        'With `--stack <name>` in place of `--url`, it reads the table itself, and has what the API does not return.',
      ),
      p('The same folder fills an empty service, here or in another account. `--dry-run` only validates.'),
      sh('npm run import -- newsroom --data-dir .local --dry-run'),
    ],
  },
];
