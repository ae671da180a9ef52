/** What a page is found by: each word with the pages that have it and its weight there. */
export interface SearchIndex {
  /** Path, title and rank. */
  pages: readonly (readonly [path: string, title: string, rank: number])[];
  /** Pairs of page and weight, one after the other. */
  words: Readonly<Record<string, readonly number[]>>;
}

export interface Hit {
  path: string;
  title: string;
  score: number;
}

/** Splits a text into the words by which pages are indexed and found; a plural finds the singular. */
export function toTerms(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(word =>
    word.replace(/(?<=\w{3}[^s])s$/, ''),
  );
}

/** A word that only begins like the searched one counts less. */
const OF_PREFIX = 0.4;

/** The pages that have all words of the query, the best first. */
export function search({ pages, words }: SearchIndex, query: string, most = 12): Hit[] {
  const found = toTerms(query).map(term => scoreTerm(words, term));
  if (found.length === 0) return [];
  const hits = pages.flatMap(([path, title, rank], page): Hit[] => {
    const scores = found.map(pageScores => pageScores.get(page) ?? 0);
    if (scores.includes(0)) return [];
    return [{ path, title, score: scores.reduce((sum, score) => sum + score, rank / 10) }];
  });
  return hits.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1)).slice(0, most);
}

function scoreTerm(words: SearchIndex['words'], term: string): Map<number, number> {
  const scores = new Map<number, number>();
  for (const [word, pairs] of Object.entries(words)) {
    if (!word.startsWith(term)) continue;
    const factor = word === term ? 1 : OF_PREFIX;
    for (let at = 0; at < pairs.length; at += 2) {
      const page = pairs[at] ?? 0;
      scores.set(page, Math.max(scores.get(page) ?? 0, factor * (pairs[at + 1] ?? 0)));
    }
  }
  return scores;
}
