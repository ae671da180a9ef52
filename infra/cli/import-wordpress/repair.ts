import * as v from 'valibot';
import { createClient, PreconditionFailed, type Client } from '../../client/source/index.ts';
import { parse, startCommand, type Command } from '../../core/command.ts';
import { print, report } from '../../core/terminal.ts';
import {
  readConcurrency,
  requireReadableFile,
  requireService,
  requireSingleArgument,
  requireSite,
} from '../options.ts';
import { KEY_USAGE, readServiceKey } from '../service-key.ts';
import { ifFound } from '../export/read/api.ts';
import { checkConnection, reportingFetch } from '../reach.ts';
import { findImported, type ImportedPost } from './api/imported.ts';
import { RETRY } from './import.ts';
import { providerPostId } from './map/post.ts';
import { plainText } from './map/text.ts';
import type { KnownPictures } from './pictures/known.ts';
import { assess, describeChange } from './repair/assess.ts';
import { findPictures } from './repair/pictures.ts';
import { forEachConcurrently } from './steps/run.ts';
import { readItems } from './wxr/item.ts';
import { IMPORTED_TYPES, readOutline } from './wxr/outline.ts';
import type { WxrItem } from './wxr/records.ts';

const USAGE = `Usage: npm run repair:wordpress -- <export.xml> --url <address> [--apply] [options]

Adds the paragraphs that WordPress shows to posts that an earlier version imported without them, shows WordPress's shortcodes and
embeds in those that were imported with them as text, and lets posts answer at their WordPress addresses. Without --apply it only
shows what it would change. Posts that have been edited since the import stay as they are.

  --url          base URL of the service, such as http://127.0.0.1:4000
  --apply        changes the posts
  --site         the WordPress site's address, for an export that does not contain it
  --concurrency  concurrent requests, 1 to 32 (6)

The API key must be one that may edit all posts and drafts. ${KEY_USAGE}

A repeated run changes nothing.`;

interface Options {
  file: string;
  url: string;
  key: string;
  site: string | undefined;
  concurrency: number;
  apply: boolean;
}

/** @throws UsageError */
function readOptions(args: string[]): Options {
  const text = { type: 'string', default: '' } as const;
  const { positionals, values } = parse({
    args,
    allowPositionals: true,
    options: {
      url: text,
      key: text,
      site: { type: 'string' },
      concurrency: { ...text, default: '6' },
      apply: { type: 'boolean', default: false },
    },
  });
  const file = requireSingleArgument(positionals, 'export file');
  requireService(values.url);
  requireSite(values.site);
  requireReadableFile(file);
  return { ...values, file, site: values.site, concurrency: readConcurrency(values.concurrency) };
}

/** What the repair does with a post, with the text of the summary. */
const OUTCOMES = {
  paragraphs: 'get paragraphs',
  expanded: 'get pictures and players in place of shortcodes and addresses',
  moved: 'get their WordPress address',
  right: 'are right',
  edited: 'have been edited since the import and stay as they are',
  missing: 'are not on the site',
} as const;
type Outcome = keyof typeof OUTCOMES;

/** `GET /me`: a list of posts may be empty, as the answer of another service. */
const Me = v.object({ permissions: v.array(v.string()) });

async function run({ file, url, key: sent, site: given, concurrency, apply }: Options): Promise<void> {
  const key = await readServiceKey(sent);
  const outline = await readOutline(file, given);
  await checkConnection({ url, key }, client => client.me.get(), Me);
  const client = createClient({ url, key, retry: RETRY, fetch: reportingFetch(report) });
  const imported = await findImported(client);
  const pictures = await findPictures(client, file, outline, concurrency);
  const counts = new Map<Outcome, number>();
  await forEachConcurrently(readItems(file), concurrency, async item => {
    if (!IMPORTED_TYPES.has(item.type)) return;
    const post = imported.get(providerPostId(outline.site, item));
    const outcome = post ? await repair({ client, apply, pictures }, post, item) : 'missing';
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  });
  for (const outcome of Object.keys(OUTCOMES) as Outcome[])
    if (counts.has(outcome)) print(`${String(counts.get(outcome)).padStart(6)} posts ${OUTCOMES[outcome]}`);
  if (!apply) print('Nothing was changed: --apply changes the posts.');
}

interface Context {
  client: Client;
  apply: boolean;
  pictures: KnownPictures | undefined;
}

/** Repairs one post. It reads and writes it under its version, so that an edit in between is not lost. */
async function repair(
  { client, apply, pictures }: Context,
  post: ImportedPost,
  item: WxrItem,
): Promise<Outcome> {
  const isPublished = post.status === 'published';
  const resource = isPublished ? client.posts : client.drafts;
  const path = { id: post.id };
  const { body: stored, etag } = await resource.get.answer({ path });
  const { body = '', roar_specific_data } = stored;
  const assessment = assess(body, item.content, pictures);
  const { outcome } = assessment;
  const isChanged = outcome === 'paragraphs' || outcome === 'expanded';
  if (isChanged) print(describe(post, item, describeChange(assessment, body)));
  const isMoved = !isChanged && isPublished && !(await answersAt(client, item.link));
  if (!isChanged && !isMoved) return outcome;
  // Every write of a published post records its WordPress address.
  const changes = { roar_specific_data, ...(isChanged && { body: assessment.body }) };
  const sent = isPublished ? { ...changes, prevent_modifying_updated_ts: 1 as const } : changes;
  const write = () => resource.edit({ path, body: sent, ifMatch: etag }).then(() => false, ignoreEdit);
  if (apply && (await write())) return 'edited';
  return isChanged ? outcome : 'moved';
}

/** @returns true: another edit came first */
function ignoreEdit(error: unknown): boolean {
  if (error instanceof PreconditionFailed) return true;
  throw error;
}

/** Whether a post answers at the path of an address, or a redirect to it. */
async function answersAt(client: Client, link: string): Promise<boolean> {
  if (!URL.canParse(link)) return true;
  const { pathname, search } = new URL(link);
  const path = pathname === '/' ? pathname + search : pathname;
  if (path === '/') return true;
  const found = await ifFound(client.posts.permalink({ query: { path } }));
  return found !== undefined;
}

function describe({ id }: ImportedPost, { id: wordpressId, title }: WxrItem, change: string): string {
  return `${id} (WordPress ${wordpressId}) "${plainText(title)}": ${change}`;
}

export const repairing: Command<Options> = { usage: USAGE, read: readOptions, run };

await startCommand(import.meta.filename, repairing);
