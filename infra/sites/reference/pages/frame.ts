import { escapeHtml } from '../../../../shared/platform/text/html.ts';
import type { Page } from './blocks.ts';
import { toHtml } from './to-html.ts';

/** A whole page. It works without a script, which adds the search and the form to try an operation. */
export function toPage({ path, title, summary, blocks }: Page, siteTitle: string): string {
  const up = path.includes('/') ? '../' : '';
  const plain = summary.replaceAll('`', '');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} – ${escapeHtml(siteTitle)} API</title>
<meta name="description" content="${escapeHtml(plain)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}page.css">
<link rel="alternate" type="text/markdown" href="${path.split('/').at(-1)}.md">
<script src="${up}page.js" type="module"></script>
</head>
<body>
<header><a href="${up}index.html">${escapeHtml(siteTitle)} API</a><search data-up="${up}"></search></header>
<main>
<h1>${escapeHtml(title)}</h1>
${toHtml(blocks, up)}
</main>
<footer><p><a href="${up}index.html">All pages</a>, <a href="${path.split('/').at(-1)}.md">this page as Markdown</a>, <a href="${up}openapi.json">OpenAPI</a></p></footer>
</body>
</html>
`;
}
