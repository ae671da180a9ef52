export const DAY_S = 86_400;
const HOUR_S = 3_600;

/** Readers of each hour as a multiple of the day's average: few at night, most in the evening. */
const READERS = [
  0.4, 0.25, 0.2, 0.2, 0.3, 0.5, 0.9, 1.2, 1.3, 1.2, 1.1, 1.2, 1.4, 1.3, 1.1, 1.1, 1.2, 1.3, 1.5, 1.7, 1.7,
  1.4, 0.95, 0.6,
];
/** Editors work from eight to six. */
const [BEGIN, END] = [8, 18];

/** Breaking news begins at seven in the evening, peaks within two minutes and lasts for half an hour. */
const NEWS_AT = 19 * HOUR_S;
const NEWS_RISE_S = 120;
const NEWS_FOR_S = 30 * 60;
const NEWS_TIMES = 10;
/** The share of the post in the news in all page views during that time. */
const ON_ONE_POST = 0.6;

function hourAt(second: number): number {
  return Math.floor(second / HOUR_S);
}

/** Readers at a second of the day, as a multiple of the average. */
export function readersAt(second: number, isNewsDay: boolean): { times: number; onOnePost: number } {
  const ordinary = READERS[hourAt(second)] ?? 1;
  const since = second - NEWS_AT;
  if (!isNewsDay || since < 0 || since >= NEWS_FOR_S) return { times: ordinary, onOnePost: 0.05 };
  const risen = Math.min(1, since / NEWS_RISE_S);
  return { times: ordinary * (1 + (NEWS_TIMES - 1) * risen), onOnePost: ON_ONE_POST * risen };
}

export function editorsAt(second: number): number {
  return hourAt(second) >= BEGIN && hourAt(second) < END ? 24 / (END - BEGIN) : 0;
}

/** A quarter of a day's scheduled posts have the time six in the morning sharp. */
export const SCHEDULED_AT = 6 * HOUR_S;
export const SCHEDULED_THEN = 0.25;
/** The queue runs at most two publishers at once, which wait for four seconds and publish 500 posts each. */
export const WAITING_S = 4;
export const PUBLISHERS = 2;
/** The posts that they publish in a second: 25 transactions of 50 ms at once each. */
export const PUBLISHED_A_SECOND = PUBLISHERS * 25 * 20;
