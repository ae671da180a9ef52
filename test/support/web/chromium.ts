import { existsSync } from 'node:fs';

const PATHS = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The path of an installed Chromium; undefined without one. */
export const CHROMIUM = PATHS.find(path => path !== '' && existsSync(path));
