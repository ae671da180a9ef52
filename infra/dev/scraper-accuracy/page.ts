/** The fields of a corpus that expects exactly the scraper's answers. */
export const FIELDS = [
  'title',
  'description',
  'author',
  'date',
  'image',
  'lang',
  'publisher',
  'url',
] as const;

/** What other corpora expect: the title without the site's name, the authors' names in any order and case, the day of publication. */
const LOOSE_FIELDS = ['headline', 'byline', 'day'] as const;

export const ALL_FIELDS = [...FIELDS, ...LOOSE_FIELDS] as const;
export type Field = (typeof ALL_FIELDS)[number];

/** A saved page and what a careful reader finds in it. */
export interface SavedPage {
  readonly site: string;
  readonly url: string;
  readonly bytes: Buffer;
  /** `null` means that the page has no such value; an omitted field is not judged. */
  readonly expected: Readonly<Partial<Record<Field, string | null>>>;
  /** Passages that the text must contain, and passages that it must not contain. */
  readonly with: readonly string[];
  readonly without: readonly string[];
  /** The whole text. */
  readonly text?: string;
}
