import { createClient, type Client } from '../../client/source/index.ts';
import { checkConnection, reportingFetch } from '../reach.ts';
import { apiDestination, checkPermissions } from './api/destination.ts';
import { dryDestination } from './destination.ts';
import { planAuthors } from './map/authors.ts';
import type { References } from './map/post.ts';
import type { KnownPictures } from './pictures/known.ts';
import { noProgress, withProgress, type Progress } from './progress.ts';
import { importItems } from './steps/items.ts';
import { importPictures } from './steps/pictures.ts';
import { forEachConcurrently, attempt, type Run } from './steps/run.ts';
import { importSections, importTags } from './steps/terms.ts';
import { emptySummary, type Summary } from './summary.ts';
import { readOutline, type Outline } from './wxr/outline.ts';

/** Imports the authors. @returns their ids by WordPress login, without failed ones */
async function importAuthors(run: Run, outline: Outline): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await run.forEach(planAuthors(outline.authors, outline.creators), async ({ logins, input }) => {
    const [login = input.name] = logins;
    const subject = { kind: 'authors', wordpressId: login, title: input.name } as const;
    const placed = await attempt(run.summary, subject, () => run.destination.author(input));
    if (placed) for (const alias of logins) ids.set(alias, placed.id);
  });
  return ids;
}

export interface ImportOptions {
  /** Path of the WordPress export (WXR). */
  file: string;
  /** The address of the WordPress site, for a file that does not contain it. */
  site?: string | undefined;
  /** Base address of the service. */
  url: string;
  key: string;
  /** The number of concurrent requests, at least 1. */
  concurrency: number;
  /** Reads and maps everything, and sends nothing. */
  dryRun: boolean;
  /** Whether attachments are imported, and posts refer to the imported images. */
  media: boolean;
  /** Prints a line of progress, once per step. */
  report: (line: string) => void;
  progress?: Progress;
}

/** Long enough for a restart of the service or a rate limit of some minutes. */
export const RETRY = { attempts: 8, forMs: 300_000 };

/**
 * Imports a WordPress export: authors, sections, tags, images, then posts and pages. A repeated run creates nothing twice and
 * continues where an earlier one ended. The whole file is read and the key's permissions are checked before anything is sent, so a
 * malformed file (MalformedExportError) or an insufficient key changes nothing. Failures of single records are in the summary.
 */
export async function importWordpress(options: ImportOptions): Promise<Summary> {
  const { file, report, concurrency } = options;
  const outline = await readOutline(file, options.site);
  if (!options.dryRun) await requireKey(options, outline);
  report(describe(outline));
  const run: Run = {
    destination: options.dryRun ? dryDestination() : apiDestination(connect(options), outline.site),
    summary: emptySummary(),
    progress: options.progress ?? noProgress,
    forEach: (values, work) => forEachConcurrently(values, concurrency, work),
  };
  try {
    await importAll(run, options, outline);
  } catch (error) {
    run.summary.aborted = error instanceof Error ? error.message : String(error);
  }
  return run.summary;
}

/** @throws ApiError, ConnectionError; in this case nothing was sent */
async function requireKey({ url, key, media }: ImportOptions, { attachmentCount }: Outline): Promise<void> {
  const upload = media && attachmentCount > 0;
  await checkConnection({ url, key }, client => checkPermissions(client, { upload }));
}

function connect({ url, key, report }: ImportOptions): Client {
  return createClient({ url, key, retry: RETRY, fetch: reportingFetch(report) });
}

async function importAll(run: Run, { file, media, report }: ImportOptions, outline: Outline): Promise<void> {
  report('Importing authors, sections and tags.');
  const authorIds = await importAuthors(run, outline);
  const sectionIds = await importSections(run, outline);
  await importTags(run, outline);
  if (media && outline.attachmentCount > 0) report('Importing images.');
  const pictures = media ? await importPictures(run, file, outline) : undefined;
  report('Importing posts and pages.');
  const known = references(authorIds, sectionIds, pictures);
  await withProgress(run.progress, outline.itemCount, () => importItems(run, file, outline.site, known));
}

/**
 * Resolves an item's references. It fails when their author or section failed: a later run changes no existing post, so a post
 * imported without them would stay without.
 */
function references(
  authors: ReadonlyMap<string, number>,
  sections: ReadonlyMap<string, number>,
  pictures: KnownPictures | undefined,
): References {
  return {
    pictures,
    authorId: login => known(authors.get(login), `its author "${login}" could not be imported`),
    sectionId: nicename => known(sections.get(nicename), `its section "${nicename}" could not be imported`),
  };
}

function known(id: number | undefined, fault: string): number {
  if (id === undefined) throw new Error(fault);
  return id;
}

function describe({ site, authors, categories, tags, itemCount, attachmentCount }: Outline): string {
  const terms = `${authors.size} authors, ${categories.size} categories, ${tags.size} tags`;
  return `${site}: ${terms}, ${itemCount} items, ${attachmentCount} of them attachments.`;
}
