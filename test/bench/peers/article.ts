import { randomFrom } from '../../support/values/random.ts';
import { madeUpWords } from '../lists/words.ts';

const WORDS = 4_000;
const DIFFERENT_WORDS = 300;
const WORDS_PER_PARAGRAPH = 60;
const WARDS = 20;
const STREETS = 97;
/** The body's length in characters. */
export const BODY_LENGTH = 3_450;

const vocabulary = madeUpWords(WORDS, randomFrom(7));

/** Tags that a twentieth of the posts have. */
export const WARD_TAGS = Array.from({ length: WARDS }, (_, ward) => `ward-${ward}`);

/** All tags. */
export const TAGS = [
  'council',
  ...WARD_TAGS,
  ...Array.from({ length: STREETS }, (_, street) => `street-${street}`),
];

/** Words that each occur in about one of 13 posts. */
export const SEARCH_WORDS = Array.from({ length: 20 }, (_, index) => vocabulary[index * 197] ?? '');

export interface Article {
  headline: string;
  body: string;
  tags: string[];
}

/** A post as a newsroom writes it: a body of 3.45 KB with 300 different words, and three tags. The number alone determines it. */
export function article(number: number): Article {
  const draw = randomFrom(number + 1);
  const start = Math.floor(draw() * WORDS);
  const own = Array.from(
    { length: DIFFERENT_WORDS },
    (_, index) => vocabulary[(start + index * 13) % WORDS] ?? '',
  );
  const paragraphs: string[] = [];
  let length = 0;
  for (let next = 0; length < BODY_LENGTH;) {
    const words = Array.from({ length: WORDS_PER_PARAGRAPH }, () =>
      next < own.length ? own[next++] : own[Math.floor(draw() * own.length)],
    );
    const paragraph = `<p>${words.join(' ')}.</p>`.slice(0, BODY_LENGTH - length);
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return {
    headline: `${own.slice(0, 5).join(' ')} ${number}`,
    body: paragraphs.join(''),
    tags: ['council', `ward-${number % WARDS}`, `street-${number % STREETS}`],
  };
}
