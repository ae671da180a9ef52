import { afterAll, expect } from 'vitest';
import { validateXML } from 'xmllint-wasm';

/** Schemas of the formats, as their specifications describe them; stricter where readers differ. */

const XSD = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"';
const W3C_DATE =
  '<xs:simpleType name="date"><xs:union memberTypes="xs:date xs:dateTime xs:gYearMonth xs:gYear"/></xs:simpleType>';
const LOC =
  '<xs:simpleType name="loc"><xs:restriction base="xs:anyURI"><xs:minLength value="12"/><xs:maxLength value="2048"/><xs:pattern value="https?://\\S+"/></xs:restriction></xs:simpleType>';

const SITEMAP = `<xs:schema ${XSD} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" targetNamespace="http://www.sitemaps.org/schemas/sitemap/0.9">
${W3C_DATE}${LOC}
<xs:element name="urlset"><xs:complexType><xs:sequence><xs:element name="url" maxOccurs="50000"><xs:complexType><xs:sequence>
<xs:element name="loc" type="loc"/><xs:element name="lastmod" type="date" minOccurs="0"/>
<xs:any namespace="##other" processContents="strict" minOccurs="0" maxOccurs="1001"/>
</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
<xs:element name="sitemapindex"><xs:complexType><xs:sequence><xs:element name="sitemap" maxOccurs="50000"><xs:complexType><xs:sequence>
<xs:element name="loc" type="loc"/><xs:element name="lastmod" type="date" minOccurs="0"/>
</xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const IMAGE = `<xs:schema ${XSD} targetNamespace="http://www.google.com/schemas/sitemap-image/1.1">
<xs:element name="image"><xs:complexType><xs:sequence><xs:element name="loc" type="xs:anyURI"/></xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const NEWS = `<xs:schema ${XSD} targetNamespace="http://www.google.com/schemas/sitemap-news/0.9">
<xs:element name="news"><xs:complexType><xs:sequence>
<xs:element name="publication"><xs:complexType><xs:sequence><xs:element name="name" type="xs:string"/>
<xs:element name="language"><xs:simpleType><xs:restriction base="xs:string"><xs:pattern value="[a-z]{2,3}|zh-cn|zh-tw"/></xs:restriction></xs:simpleType></xs:element>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="publication_date" type="xs:dateTime"/><xs:element name="title" type="xs:string"/>
</xs:sequence></xs:complexType></xs:element>
</xs:schema>`;

const ALL_SITEMAPS = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
<xs:import namespace="http://www.sitemaps.org/schemas/sitemap/0.9" schemaLocation="sitemap.xsd"/>
<xs:import namespace="http://www.google.com/schemas/sitemap-image/1.1" schemaLocation="image.xsd"/>
<xs:import namespace="http://www.google.com/schemas/sitemap-news/0.9" schemaLocation="news.xsd"/>
</xs:schema>`;

const RNG =
  'xmlns="http://relaxng.org/ns/structure/1.0" datatypeLibrary="http://www.w3.org/2001/XMLSchema-datatypes"';
const URI = '<data type="anyURI"><param name="pattern">[a-z]+:\\S+</param></data>';

function optional(...patterns: string[]): string {
  return patterns.map(pattern => `<optional>${pattern}</optional>`).join('');
}

function element(name: string, content: string): string {
  return `<element name="${name}">${content}</element>`;
}

function attribute(name: string, content = '<text/>'): string {
  return `<attribute name="${name}">${content}</attribute>`;
}

const PERSON = `<interleave>${element('name', '<text/>')}${optional(element('uri', URI), element('email', '<text/>'))}</interleave>`;
const ATOM_LINK = element(
  'link',
  attribute('href', URI) +
    optional(attribute('rel'), attribute('type'), attribute('length', '<data type="nonNegativeInteger"/>')),
);
const ATOM_DATE = '<data type="dateTime"/>';
const CATEGORY = element('category', attribute('term'));
const TYPED = `${optional(attribute('type', '<choice><value>text</value><value>html</value></choice>'))}<text/>`;
const MANY = (pattern: string) => `<zeroOrMore>${pattern}</zeroOrMore>`;

/** Atom (RFC 4287). */
const ATOM = `<grammar ${RNG} ns="http://www.w3.org/2005/Atom"><start>${element(
  'feed',
  `${optional('<attribute name="lang" ns="http://www.w3.org/XML/1998/namespace"><data type="language"/></attribute>')}<interleave>${element('id', URI)}${element('title', TYPED)}${element('updated', ATOM_DATE)}<oneOrMore>${element('author', PERSON)}</oneOrMore><oneOrMore>${ATOM_LINK}</oneOrMore>${MANY(
    element(
      'entry',
      `<interleave>${element('id', URI)}${element('title', TYPED)}${element('updated', ATOM_DATE)}${optional(element('published', ATOM_DATE), element('summary', TYPED), element('content', TYPED))}${MANY(element('author', PERSON))}${MANY(CATEGORY)}<oneOrMore>${ATOM_LINK}</oneOrMore></interleave>`,
    ),
  )}</interleave>`,
)}</start></grammar>`;

const RSS_DATE =
  '<data type="string"><param name="pattern">(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [0-9]{4} [0-9:]{8} GMT</param></data>';
const ENCLOSURE = element(
  'enclosure',
  attribute('url', URI) + attribute('length', '<data type="nonNegativeInteger"/>') + attribute('type'),
);

/** RSS 2.0 (RSS Advisory Board) with the elements of other namespaces that feeds have. */
const RSS = `<grammar ${RNG} ns="" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><start>${element(
  'rss',
  `${attribute('version', '<value>2.0</value>')}${element(
    'channel',
    `<interleave>${element('title', '<text/>')}${element('link', URI)}${element('description', '<text/>')}${element('language', '<data type="language"/>')}${element('lastBuildDate', RSS_DATE)}<oneOrMore>${ATOM_LINK.replace('"link"', '"atom:link"')}</oneOrMore>${MANY(
      element(
        'item',
        `<interleave>${element('title', '<text/>')}${element('link', URI)}${element('guid', `${attribute('isPermaLink', '<value>false</value>')}${URI}`)}${element('pubDate', RSS_DATE)}${optional(element('description', '<text/>'), element('content:encoded', '<text/>'), ENCLOSURE)}${MANY(element('category', '<text/>'))}${MANY(element('dc:creator', '<text/>'))}</interleave>`,
      ),
    )}</interleave>`,
  )}`,
)}</start></grammar>`;

export type Schema = 'rss' | 'atom' | 'sitemap';

/** The faults of documents with the file names `0.xml`, `1.xml` …; [] when all are valid. */
async function xmlFaults(documents: readonly string[], schema: Schema): Promise<string[]> {
  const xml = documents.map((contents, index) => ({ fileName: `${index}.xml`, contents }));
  const { errors } = await validateXML(
    schema === 'sitemap'
      ? {
          xml,
          schema: [{ fileName: 'all.xsd', contents: ALL_SITEMAPS }],
          preload: [
            { fileName: 'sitemap.xsd', contents: SITEMAP },
            { fileName: 'image.xsd', contents: IMAGE },
            { fileName: 'news.xsd', contents: NEWS },
          ],
        }
      : {
          xml,
          schema: [{ fileName: 'schema.rng', contents: schema === 'rss' ? RSS : ATOM }],
          extension: 'relaxng',
        },
  );
  return errors.map(({ rawMessage }) => rawMessage);
}

/**
 * Collects the documents that the tests of a file receive, and validates them together after the last test, because each start of xmllint
 * takes 0.2 s of processor time.
 */
export function useXmlCheck(): (xml: string, schema: Schema) => void {
  const collected = new Map<Schema, Set<string>>();
  afterAll(async () => {
    for (const [schema, documents] of collected)
      expect(await xmlFaults([...documents], schema), [...documents].join('\n')).toEqual([]);
  });
  return (xml, schema) => {
    collected.set(schema, (collected.get(schema) ?? new Set()).add(xml));
  };
}

/** JSON Feed 1.1. */
export const JSON_FEED = {
  type: 'object',
  required: ['version', 'title', 'items'],
  properties: {
    version: { const: 'https://jsonfeed.org/version/1.1' },
    title: { type: 'string' },
    home_page_url: { type: 'string', format: 'uri' },
    feed_url: { type: 'string', format: 'uri' },
    language: { type: 'string' },
    hubs: { type: 'array', items: { type: 'object', required: ['type', 'url'] } },
    items: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        anyOf: [{ required: ['content_html'] }, { required: ['content_text'] }],
        properties: {
          id: { type: 'string', minLength: 1 },
          url: { type: 'string', format: 'uri' },
          title: { type: 'string' },
          summary: { type: 'string' },
          content_html: { type: 'string', minLength: 1 },
          content_text: { type: 'string', minLength: 1 },
          image: { type: 'string', format: 'uri' },
          date_published: { type: 'string', format: 'date-time' },
          date_modified: { type: 'string', format: 'date-time' },
          tags: { type: 'array', items: { type: 'string' } },
          authors: { type: 'array', items: { type: 'object', minProperties: 1 } },
          attachments: { type: 'array', items: { type: 'object', required: ['url', 'mime_type'] } },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
};
