import { business } from './business.ts';
import { culture } from './culture.ts';
import { food } from './food.ts';
import { news } from './news.ts';
import { schools } from './schools.ts';
import { sport } from './sport.ts';
import { townHall } from './town-hall.ts';

/** What is published, oldest first: the order in which a newsroom would have made it. */
export const published = [townHall, schools, news, business, sport, culture, food]
  .flat()
  .sort((a, b) => b.hoursAgo - a.hoursAgo);
