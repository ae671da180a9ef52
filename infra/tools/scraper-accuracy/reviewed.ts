import type { Field } from './corpus.ts';

/**
 * Answers that differ from a corpus's and are right, each verified in the page by a person. An entry applies to exactly this
 * answer; the scraper does not read this list.
 */
export const REVIEWED: readonly {
  readonly site: string;
  readonly field: Field;
  readonly answer: string | null;
  readonly reason: string;
}[] = [
  {
    site: 'acast',
    field: 'date',
    answer: null,
    reason:
      'the expected day is that of another episode, the first in the list beside this one; the page shows no date of its own episode',
  },
  {
    site: 'postplanner',
    field: 'lang',
    answer: 'en',
    reason: 'the page states it: <meta http-equiv="content-language" content="en-us">',
  },
  {
    site: 'usa-today',
    field: 'image',
    answer:
      'https://www.gannett-cdn.com/-mm-/15a9261af8166ad980281a95feb16fb15a9bf037/c=0-95-1024-674/local/-/media/2016/05/24/USATODAY/USATODAY/635997039647041990-ShortList.jpg?auto=webp&format=pjpg&width=1200',
    reason:
      'og:image and the JSON-LD image of the article both name it; the expected one is the poster of a video further down',
  },
];
