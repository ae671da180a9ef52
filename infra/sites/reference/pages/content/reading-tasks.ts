import { paragraph as p } from '../blocks.ts';
import { sh, type Task } from './task.ts';

const KEY = '-H "Authorization: Bearer $KEY"';
const JSON_HEADERS = `${KEY} -H "Content-Type: application/json"`;

/** Tasks of those who read, and of those who connect other systems. */
export const READING_TASKS: readonly Task[] = [
  {
    page: 'build-a-site',
    title: 'Build a site',
    summary: 'Fetch what a website shows: lists, pages, changes and feeds.',
    aliases: ['website', 'static site', 'astro', 'next', 'render', 'frontend', 'include_fields'],
    blocks: [
      p(
        'To begin with a site that works: `npm run new -- site astro ../courier`, in the project of the service, writes one for Astro; `next` and `eleventy` likewise.',
      ),
      p('The newest posts, with the fields that a teaser needs.'),
      sh(`curl -s "$URL/api/1.3/posts?limit=20&include_fields=id,headline,post_url,image_info" ${KEY}`),
      p(
        'A page: `head_html` for its `<head>`, `body_html` for its text, safe to show. [By its path](operations/postsPermalink), where the post has moved the answer says where.',
      ),
      sh(`curl -s "$URL/api/1.3/posts?limit=1&render=head&render_shortcodes=1&safe=1" ${KEY}`),
      p('[What changed](operations/postsChanges) since the last build: keep its `cursor`.'),
      sh(`curl -s "$URL/api/1.3/posts/changes" ${KEY}`),
      p(
        'For readers and search engines: [feeds](operations/feedsGet) and [sitemaps](operations/sitemapsIndex).',
      ),
    ],
  },
  {
    page: 'page-through-lists',
    title: 'Page through lists: the cursor',
    summary: 'Read a list of any length, page by page.',
    aliases: ['cursor', 'pagination', 'paging', 'offset', 'limit', 'next page', 'Link'],
    blocks: [
      p('The header `Link` of each page leads to the next one, until the last page has none.'),
      sh(
        `curl -s -D - -o /dev/null "$URL/api/1.3/posts?limit=1" ${KEY} | grep -i '^link:' || echo "the last page"`,
      ),
      p(
        'Take the whole address from it. A cursor costs the same for every page, and misses nothing when posts are added meanwhile; `offset` counts from the beginning each time.',
      ),
      p(
        'With our client, `for await (const post of client.posts.list.all())` reads page after page as needed.',
      ),
    ],
  },
  {
    page: 'receive-webhooks',
    title: 'Receive webhooks',
    summary: 'Hear of each change of a post, and check that the message is genuine.',
    aliases: ['webhook', 'events', 'notify', 'signature', 'subscribe'],
    blocks: [
      p(
        'A webhook names the address and the events. Its secret is shown once: the receiver checks signatures with it.',
      ),
      sh(`WEBHOOK=$(curl -s "$URL/api/1.3/webhooks" ${JSON_HEADERS} \\
  -d '{"url": "https://search.example/hook", "actions": ["post_create", "post_edit", "post_delete"]}' \\
  | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)
echo "$WEBHOOK"`),
      p(
        'A test event shows whether it arrives; [the deliveries](operations/webhooksDeliveries) say what the receiver answered.',
      ),
      sh(`curl -s "$URL/api/1.3/webhooks/$WEBHOOK/test" ${JSON_HEADERS} -d '{}'
curl -s "$URL/api/1.3/webhooks/$WEBHOOK/deliveries" ${KEY}`),
      p(
        'A delivery that is not answered with 2xx within ten seconds is repeated, with the same id. Answer first, work afterwards.',
      ),
      sh(`curl -s -X DELETE "$URL/api/1.3/webhooks/$WEBHOOK" ${KEY}`),
    ],
  },
  {
    page: 'sign-people-in',
    title: 'Sign people in',
    summary: 'Make an author, and begin a session with a password.',
    aliases: ['sign in', 'login', 'password', 'session', 'passkey', 'author', 'invite'],
    blocks: [
      p('An author has a role, which decides what he or she may do.'),
      sh(`curl -s "$URL/api/1.1/authors" ${JSON_HEADERS} \\
  -d '{"first_name": "Robin", "last_name": "Quay", "email": "robin@example.com", "password": "nine years for a bridge", "role": "Editor"}'`),
      p(
        'In place of a password, [an invitation](operations/invitationsCreate) lets people choose their own. A session is a cookie, for pages of the same host; with it no key is needed.',
      ),
      sh(`curl -s -c cookies.txt "$URL/api/1.3/sessions" -H "Content-Type: application/json" \\
  -d '{"email": "robin@example.com", "password": "nine years for a bridge"}'`),
      p('[Passkeys](operations/passkeysCreate) sign in without a password, or after it.'),
    ],
  },
];
