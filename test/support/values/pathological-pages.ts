function repeated(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length));
}

const HEAD = '<html><head><title>Still here</title></head><body>';
const FIVE_MB = 5 * 1024 * 1024;

/** Pages that exhaust a naive parser; each begins with a title that the scraper must find. */
export const PATHOLOGICAL_PAGES: Readonly<Record<string, () => string>> = {
  '50,000 nested tags': () => HEAD + '<div>'.repeat(50_000) + 'text' + '</div>'.repeat(50_000),
  'five megabytes of nested tags': () => HEAD + repeated('<b>', FIVE_MB),
  '100,000 links': () => HEAD + '<a href="/somewhere">link</a>\n'.repeat(100_000),
  '100,000 unclosed links': () =>
    HEAD + '<a class="author byline" href="/author/x y">Jane Doe'.repeat(100_000),
  'five megabytes of attributes': () => `${HEAD}<div ${numbered(500_000, index => `a${index}=1`)}>text`,
  'one attribute of five megabytes': () => `${HEAD}<div class="${repeated('author ', FIVE_MB)}">text`,
  'a long class around many pictures': () =>
    `${HEAD}<div class="${repeated('logo-', 2_000_000)}">${'<img src="/a.jpg" alt="Logo">'.repeat(50_000)}`,
  'five megabytes of references': () => HEAD + repeated('&amp;', FIVE_MB),
  'five megabytes of ampersands': () => HEAD + repeated('&', FIVE_MB),
  'five megabytes of open brackets': () => HEAD + repeated('<', FIVE_MB),
  'five megabytes of unclosed comments': () => HEAD + repeated('<!-', FIVE_MB),
  'five megabytes of stray end tags': () => HEAD + repeated('</b></p>', FIVE_MB),
  'five megabytes of white space': () => HEAD + repeated(' \n\t', FIVE_MB),
  'nested bylines around one long text': () =>
    HEAD + '<div class="author date" itemprop="author">'.repeat(390) + repeated('By Jane Doe ', 4_000_000),
  '50,000 paragraphs': () => HEAD + `<p>${repeated('A sentence of some length. ', 90)}</p>`.repeat(50_000),
  '100,000 meta elements': () => HEAD + '<meta name="keywords article:tag" content="a,b,c">'.repeat(100_000),
  '20,000 JSON-LD scripts': () =>
    HEAD + '<script type="application/ld+json">{"@type":"Article","name":"x",}</script>'.repeat(20_000),
  'deep JSON-LD': () => script(`${'{"a":'.repeat(90_000)}1${'}'.repeat(90_000)}`),
  'wide JSON-LD': () => script(`[${'{"@type":"Article","author":{"@id":"#a"}},'.repeat(13_000)}]`),
  'broken JSON-LD of open strings': () => script(`{"a":${repeated('"\\"', 590_000)}`),
  'broken JSON-LD of open comments': () => script(`{${repeated('/*', 590_000)}`),
  'self-referring JSON-LD': () =>
    script('{"@id":"#a","@type":"Article","author":{"@id":"#a"},"image":[{"@id":"#a"}]}'),
};

function script(json: string): string {
  return `${HEAD}<script type="application/ld+json">${json}</script>`;
}

function numbered(count: number, unit: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => unit(index)).join(' ');
}
