import { signal } from '@preact/signals';

/** What is shown: the headline of a story, or the name of a view. */
export const title = signal('');
