import * as v from 'valibot';
import type { Frame } from '../../../infra/sites/reader/frame.ts';
import { chooseTexts } from '../../../infra/sites/reader/texts/index.ts';
import { Theme } from '../../../shared/platform/site/theme-schema.ts';

/** What pages of the readers' site are made with: a site in English without sections. */
export const FRAME: Frame = {
  title: 'The Courier',
  language: 'en',
  timeZone: 'UTC',
  baseUrl: 'https://courier.example',
  theme: v.parse(Theme, {}),
  texts: chooseTexts('en'),
  sections: [],
  path: '/',
  nowMs: 0,
};
