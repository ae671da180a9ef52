import { routeList } from '../../../functions/routes/index.ts';
import type { Site } from '../../../shared/platform/site/site-schema.ts';
import { configureSite, parseSite, site } from '../../../shared/platform/site/site.ts';
import type { AnyEndpoint } from '../../../shared/platform/http/endpoint.ts';
import { readAnswers } from './example.ts';
import { findExample } from './examples/index.ts';
import { answeredHeaders, SENT_HEADERS } from './headers.ts';
import { describeOperation, toTag, type Row } from './operation.ts';
import { Refusals } from './responses.ts';
import { Schemas } from './schemas/components.ts';
import { anyKey, securitySchemes } from './security.ts';

/** The introduction of the document: rules that apply to every endpoint. */
const INTRODUCTION = `Requests and answers are JSON unless stated otherwise; success is 200.

**The API key** goes in \`Authorization: Bearer\`, in \`x-svcauth\` or, for clients that can’t send headers, in the query as \`api_key\`, where logs keep it. Each endpoint states the permission that it needs.

**Sessions.** After \`POST /sessions\` a browser sends the session’s cookie by itself, to pages of the same host: requests then need no key, and have all permissions of the author.

**Errors** have the same body everywhere, \`{"status": {"code", "messages"}, "data": null}\`. Messages about input begin with the field’s name. \`x-request-id\` identifies the request.

**Unknown fields and query parameters** are ignored, for compatibility with existing clients. With \`Prefer: handling=strict\` (RFC 7240) they are refused: 400 lists them, and every answer to such a request has \`Preference-Applied: handling=strict\`. Free-form objects, such as \`extras\`, accept any key.

**Ids** are integers of up to 2^53-1; newer records have larger ids. **Times** are Unix seconds, UTC.

**Versions.** A record’s \`ETag\` makes a GET (\`If-None-Match\`) or a PUT or DELETE (\`If-Match\`) conditional. A PUT changes only the fields that it sends.

**Retries.** A POST with an \`Idempotency-Key\` is executed only once within a day; a repeated request gets the same answer.

**Lists** take \`offset\` and \`limit\`; their \`Link\` header leads to the next page by a cursor, at the same cost for every page.`;

const VERSION = '1.3';

interface Options {
  /** The `site` of cdk.json; by default this process's. */
  site?: object;
  /** The service's URL, if it differs from the document's. */
  server?: string;
}

/** The whole API as an OpenAPI 3.1 document. @throws Error for anything that can't be described */
export async function openApi({ site: given, server }: Options = {}): Promise<object> {
  const endpoints = await Promise.all(
    routeList.map(async row => ({ row, endpoint: (await row.load()).default })),
  );
  return withSite(given && parseSite(given), () => document(endpoints, server));
}

/** Runs `make` under another site's configuration, on which schemas and texts depend. */
function withSite<T>(wanted: Site | undefined, make: () => T): T {
  if (!wanted) return make();
  const before = site();
  configureSite(wanted);
  try {
    return make();
  } finally {
    configureSite(before);
  }
}

function document(endpoints: readonly { row: Row; endpoint: AnyEndpoint }[], server?: string): object {
  const shared = { schemas: new Schemas(), refusals: new Refusals() };
  const answers = readAnswers();
  const paths: Record<string, Record<string, object>> = {};
  for (const { row, endpoint } of endpoints) {
    const example = findExample(row.name);
    const documented = { row, endpoint, example, answer: answers[row.name] };
    (paths[row.path] ??= {})[row.method.toLowerCase()] = describeOperation(documented, shared);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: site().siteTitle,
      version: VERSION,
      description: INTRODUCTION,
      contact: { name: site().siteTitle, url: site().baseUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: server ?? '/', description: 'The service of this site.' }],
    security: anyKey(),
    tags: [...new Set(endpoints.map(({ row }) => toTag(row.name)))].map(name => ({
      name,
      description: TAGS[name],
    })),
    paths,
    components: {
      schemas: shared.schemas.finish(),
      responses: shared.refusals.all(),
      headers: answeredHeaders(),
      parameters: Object.fromEntries(
        Object.entries(SENT_HEADERS).map(([name, header]) => [name, { in: 'header', ...header }]),
      ),
      securitySchemes: securitySchemes(),
    },
  };
}

/** The description of each resource, by the first part of its rows' names. */
const TAGS: Readonly<Record<string, string>> = {
  authors: 'People who write, edit or read. Each has a role and API keys.',
  api_keys: 'Keys for the API, with the permissions of their authors or fewer.',
  invitations: 'Links by which authors choose a password, new ones and those who forgot theirs.',
  sessions:
    'Sign-ins of authors, with a password, a passkey or at an identity provider, for pages of the same host.',
  passkeys: 'Keys in people’s devices with which they sign in, alone or after the password.',
  recovery_codes: 'Codes for those who lost their passkeys.',
  audit: 'Who did what, and when.',
  sections:
    'Categories of posts. A post belongs to its explicit sections, and to those that share a tag with it.',
  tags: 'Records of tags, on sites with the tags feature.',
  badges: 'Labels of posts, shown on their teasers.',
  drafts: 'Posts that are not yet published.',
  previews: 'Links that show a draft without a key.',
  posts: 'Published posts and their lists.',
  likes: 'Authors who like a post.',
  follows: 'Authors who follow a section.',
  scheduled_posts: 'Drafts that are published automatically, at their second.',
  images: 'Images with crops and thumbnails.',
  documents: 'Files for readers to download.',
  dam: 'The catalogue of images and documents.',
  uploads: 'Direct uploads to the bucket of files that are too large for a request.',
  scraper: 'Metadata of a page on another site.',
  webhooks: 'Notifications of changes of posts.',
  me: 'What a program needs to know of its key and the site.',
  editor: 'What programs for editors need in addition.',
  feeds: 'The newest public posts for feed readers.',
  sitemaps: 'The addresses of all public posts for search engines.',
};
