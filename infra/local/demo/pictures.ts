export const CREDIT = 'Courier graphics';

const alt = 'Soft fields of colour that run into each other';

/**
 * The illustrations of the demo newsroom, by the slug of their story or the name of their badge. There are few, because each takes
 * time at the start.
 */
export const pictures: ReadonlyMap<string, { alt: string; caption: string }> = new Map(
  Object.entries({
    'storm-floods-harbour-road-for-second-time':
      'Harbour Road at 5.40 on Wednesday morning, as we remember it',
    'fish-market-to-auction-online': 'The catch of the day, seen from very near',
    'folk-festival-announces-line-up': 'What a concertina looks like with closed eyes',
    'otters-are-back-below-the-weir': 'An otter, a moment ago',
    'badge-readers-choice': 'Readers’ choice',
    'badge-harbour-trust': 'Wexcombe Harbour Trust',
  }).map(([name, caption]) => [name, { alt, caption }]),
);
