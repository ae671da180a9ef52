import { planAuthors } from '../map/authors.ts';
import type { Outline } from '../wxr/outline.ts';
import { attempt } from './attempt.ts';
import type { Run } from './run.ts';

/** Imports the authors. @returns their ids by WordPress login, without failed ones */
export async function importAuthors(run: Run, outline: Outline): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  await run.forEach(planAuthors(outline.authors, outline.creators), async ({ logins, input }) => {
    const [login = input.name] = logins;
    const subject = { kind: 'authors', wordpressId: login, title: input.name } as const;
    const placed = await attempt(run.summary, subject, () => run.destination.author(input));
    if (placed) for (const alias of logins) ids.set(alias, placed.id);
  });
  return ids;
}
