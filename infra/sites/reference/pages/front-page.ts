import { heading, paragraph, paragraphs, type Block, type Page } from './blocks.ts';
import type { Document } from './document.ts';

interface Pages {
  tasks: readonly Page[];
  operations: readonly Page[];
  fields: readonly Page[];
  errors: readonly Page[];
}

/** The first page: what applies to all endpoints, and every page of the reference. */
export function frontPage(document: Document, { tasks, operations, fields, errors }: Pages): Page {
  const { title, version, description } = document.info;
  return {
    path: 'index',
    title: `${title}: API reference`,
    summary: `Version ${version} of the API.`,
    aliases: [],
    rank: 0,
    blocks: [
      heading('Tasks'),
      renderList(tasks, ({ summary }) => `: ${summary}`),
      heading('Client'),
      paragraph(
        'For JavaScript and TypeScript, `npm install <the address of the service>/client.tgz` installs our client, with a type and a comment for each call and field.',
      ),
      paragraph(
        'For Postman, Bruno and the like, [postman.json](postman.json) is a collection of all examples: set its variable `url` to the address of the service, and `key` to your API key.',
      ),
      heading('Rules for all endpoints'),
      ...paragraphs(description),
      heading('Endpoints'),
      ...document.tags.flatMap(({ name, description: about }) => [
        paragraph(`**${name.replaceAll('_', ' ')}**: ${about}`),
        renderList(
          operations.filter(page => hasTag(page, name, document)),
          ({ summary }) => ` ${summary}`,
        ),
      ]),
      heading('Fields'),
      renderList(fields, () => ''),
      heading('Errors'),
      renderList(errors, () => ''),
    ],
  };
}

function hasTag({ path }: Page, tag: string, { paths }: Document): boolean {
  return Object.values(paths).some(methods =>
    Object.values(methods).some(
      ({ operationId, tags }) => tags[0] === tag && path === `operations/${operationId}`,
    ),
  );
}

function renderList(pages: readonly Page[], after: (page: Page) => string): Block {
  return { kind: 'list', items: pages.map(page => `[${page.title}](${page.path})${after(page)}`) };
}
