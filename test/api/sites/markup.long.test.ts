import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { useApi } from '../../support/api/api.ts';
import { installPackage } from '../../support/processes/installed.ts';
import { HARD_POSTS } from '../../support/resources/hard-bodies.ts';
import { makeImage, quartered, settledImage } from '../../support/resources/images.ts';
import { makePost, makeSection } from '../../support/resources/posts.ts';

/** The Nu Html Checker, as validator.w3.org runs it. */
const VERSION = '26.9.27';
const MAX_OUTPUT_BYTES = 50_000_000;

/** It needs Java, and a registry of packages that has it. */
function installChecker(): string | undefined {
  try {
    execFileSync('java', ['--version'], { stdio: 'ignore' });
    return join(installPackage('vnu-jar', VERSION), 'build/dist/vnu.jar');
  } catch {
    console.warn('skipped: there is no Java, or no registry of packages that answers');
    return undefined;
  }
}

const Report = v.object({
  messages: v.array(
    v.object({ type: v.string(), url: v.string(), message: v.string(), extract: v.optional(v.string(), '') }),
  ),
});

/** Of frames of providers, which are of other origins: their players need both, and the sandbox keeps them from the page all the same. */
const ACCEPTED =
  /^Bad value .* for attribute “sandbox” .*Setting both “allow-scripts” and “allow-same-origin” is not recommended/;

/** The errors in pages by their names. */
async function findErrors(checker: string, pages: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pages-'));
  const files = [...pages].map(([name, html], index) => ({ name, html, file: `${index}.html` }));
  try {
    await Promise.all(files.map(({ file, html }) => writeFile(join(folder, file), html)));
    const output = await new Promise<string>(resolve => {
      const options = ['-jar', checker, '--errors-only', '--format', 'json', folder];
      execFile('java', options, { maxBuffer: MAX_OUTPUT_BYTES }, (_error, _stdout, stderr) =>
        resolve(stderr),
      );
    });
    const { messages } = v.parse(v.pipe(v.string(), v.parseJson(), Report), output);
    return messages
      .filter(({ message }) => !ACCEPTED.test(message))
      .map(({ url, message, extract }) => {
        const page = files.find(({ file }) => url.endsWith(`/${file}`))?.name;
        return `${page}: ${message} ${extract}`;
      });
  } finally {
    await rm(folder, { recursive: true });
  }
}

const checker = installChecker();

describe.skipIf(checker === undefined)('the Nu Html Checker', () => {
  const api = useApi((url: string) => ({
    baseUrl: url,
    mediaBaseUrl: `${url}/media`,
    features: { publicRead: true },
  }));

  async function read(path: string): Promise<string> {
    const page = await fetch(api.stack.url + path, { headers: { accept: 'text/html' } });
    return await page.text();
  }

  it('finds no error in pages of the readers’ site, the reference, the desk and the sign-in', async () => {
    const { id } = await makeImage(api, await quartered(1200, 800));
    await settledImage(api, id);
    const { url } = await makeSection(api, { title: 'Town', about: '<p>About the <b>town</b></p>' });
    const more = { image_id: id, tags: ['river'], sections: [url], body: '<p>One.</p>' };
    const { author_name, slug } = await makePost(api, { headline: 'Otters are back', ...more });
    const paths = ['/', slug, `/${url}`, '/tags/river', `/u/${author_name}/`, '/archive', '/search?q=otters'];
    const others = ['/nowhere', '/desk/', '/sign-in/', '/docs/', '/docs/operations/draftsCreate.html'];
    const pages = new Map<string, string>();
    for (const path of [...paths, ...others, '/docs/tasks/publish-a-story.html'])
      pages.set(path, await read(path));
    expect(await findErrors(checker!, pages)).toEqual([]);
  });

  it('finds no error in the page of a post with a hard body', async () => {
    const pages = new Map<string, string>();
    for (const [hard, { fields }] of Object.entries(HARD_POSTS)) {
      const { slug } = await makePost(api, { headline: hard, ...fields });
      pages.set(hard, await read(slug));
    }
    expect(await findErrors(checker!, pages)).toEqual([]);
  });
});
