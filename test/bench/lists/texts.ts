import { randomFrom } from '../../support/values/random.ts';
import { madeUpWords, Zipf } from './words.ts';

const SUBJECTS = 40;
const WORDS = 30_000;
const JARGON_PER_SUBJECT = 60;
const PHRASES = 200;
const MIN_BODY = 2_000;
const MAX_BODY_BYTES = 20_000;

const draw = randomFrom(1);
const made = madeUpWords(WORDS + SUBJECTS * JARGON_PER_SUBJECT, draw);

/** The most frequent words first. */
export const vocabulary = made.slice(0, WORDS);
/** Words that only posts of one subject use. */
export const jargon = Array.from({ length: SUBJECTS }, (_, subject) =>
  made.slice(WORDS + subject * JARGON_PER_SUBJECT, WORDS + (subject + 1) * JARGON_PER_SUBJECT),
);
/** Pairs of words that often occur together. */
export const phrases = Array.from(
  { length: PHRASES },
  (_, rank) => `${vocabulary[200 + rank] ?? ''} ${vocabulary[1000 + Math.floor(draw() * 1000)] ?? ''}`,
);

const words = new Zipf(WORDS, { exponent: 1.05 });
const jargonWords = new Zipf(JARGON_PER_SUBJECT);
const setPhrases = new Zipf(PHRASES);

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function between(low: number, high: number, draw: () => number): number {
  return low + Math.floor(draw() * (high - low));
}

function sentence(subject: number, draw: () => number): string {
  const said: string[] = [];
  const length = between(8, 24, draw);
  while (said.length < length) {
    const kind = draw();
    if (kind < 0.006) said.push(phrases[setPhrases.draw(draw)] ?? '');
    else if (kind < 0.08) said.push(jargon[subject]?.[jargonWords.draw(draw)] ?? '');
    else said.push(vocabulary[words.draw(draw)] ?? '');
  }
  return `${capital(said.join(' '))}.`;
}

function paragraph(subject: number, draw: () => number): string {
  const text = Array.from({ length: between(2, 5, draw) }, () => sentence(subject, draw)).join(' ');
  const kind = draw();
  if (kind < 0.1) return `<h2>${headline(subject, draw)}</h2>\n`;
  if (kind < 0.4) return `<p>${text} <a href="https://example.org/${words.draw(draw)}">More</a></p>\n`;
  return `<p>${text}</p>\n`;
}

export function headline(subject: number, draw: () => number): string {
  return sentence(subject, draw).split(' ').slice(0, 8).join(' ').replace(/\.$/, '');
}

/** HTML of 2 to 20 KB, mostly short. */
export function body(subject: number, draw: () => number): string {
  const size = MIN_BODY * (MAX_BODY_BYTES / MIN_BODY) ** (draw() ** 3);
  let html = paragraph(subject, draw);
  for (;;) {
    const next = paragraph(subject, draw);
    if (html.length >= MIN_BODY && html.length + next.length > size) return html;
    html += next;
  }
}
