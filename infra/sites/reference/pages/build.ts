import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Page } from './blocks.ts';
import { readDocument } from './document.ts';
import { errorPages } from './error-pages.ts';
import { fieldPages } from './field-pages.ts';
import { toPage } from './frame.ts';
import { frontPage } from './front-page.ts';
import { operationPages } from './operation-pages.ts';
import { writeCollection } from './postman.ts';
import { buildIndex } from './search-index.ts';
import { taskPages } from './task-pages.ts';
import { toMarkdown } from './to-markdown.ts';

export interface ReferenceFile {
  name: string;
  type: string;
  content: string;
}

const PAGE = join(import.meta.dirname, '..', 'page');
const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** All pages of the reference; the first one is its index. */
export function makePages(text: string): Page[] {
  const document = readDocument(text);
  const operations = operationPages(document);
  const parts = {
    tasks: taskPages(),
    operations,
    fields: fieldPages(document),
    errors: errorPages(document, operations),
  };
  return [frontPage(document, parts), ...parts.tasks, ...operations, ...parts.fields, ...parts.errors];
}

/** The reference as static files that use only the service. @param text the OpenAPI document */
export async function referenceFiles(text: string): Promise<ReferenceFile[]> {
  const document = readDocument(text);
  const { title } = document.info;
  const pages = makePages(text);
  const [, ...found] = pages;
  const [css, script] = await Promise.all([readFile(join(PAGE, 'page.css'), 'utf8'), bundleScript()]);
  return [
    ...pages.flatMap(page => [
      { name: `${page.path}.html`, type: HTML, content: toPage(page, title) },
      { name: `${page.path}.md`, type: MARKDOWN, content: toMarkdown(page) },
    ]),
    { name: 'search.json', type: JSON_TYPE, content: JSON.stringify(buildIndex(found)) },
    { name: 'llms.txt', type: 'text/plain; charset=utf-8', content: listForPrograms(title, pages) },
    { name: 'page.css', type: 'text/css; charset=utf-8', content: css },
    { name: 'page.js', type: 'text/javascript; charset=utf-8', content: script },
    { name: 'openapi.json', type: JSON_TYPE, content: text },
    { name: 'postman.json', type: JSON_TYPE, content: writeCollection(document) },
  ];
}

/** llmstxt.org: the pages with their addresses, for programs that read texts. */
function listForPrograms(title: string, [front, ...pages]: readonly Page[]): string {
  const lines = pages.map(({ path, title: name, summary }) => `- [${name}](${path}.md): ${summary}`);
  return `# ${title} API\n\n> ${front?.summary ?? ''} Rules for all endpoints: [index.md](index.md); all of it: [openapi.json](openapi.json)\n\n## Pages\n\n${lines.join('\n')}\n`;
}

async function bundleScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(PAGE, 'page.ts')],
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  });
  return outputFiles[0]!.text;
}
