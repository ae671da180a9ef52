/** Parents come before their children; `parent` is a url of this list. All sections are public. */
export const sections: readonly {
  url: string;
  title: string;
  tags: string[];
  parent?: string;
  about_html: string;
}[] = [
  {
    url: 'news',
    title: 'News',
    tags: ['weather', 'transport', 'health'],
    about_html: '<p>What happened in Wexcombe and along the Orrin.</p>',
  },
  {
    url: 'town-hall',
    title: 'Town Hall',
    parent: 'news',
    tags: ['council', 'planning'],
    about_html: '<p>The council, its committees and its money.</p>',
  },
  {
    url: 'schools',
    title: 'Schools',
    parent: 'news',
    tags: ['education'],
    about_html: '<p>Classrooms, colleges and the people in them.</p>',
  },
  {
    url: 'business',
    title: 'Business',
    tags: ['harbour', 'jobs'],
    about_html: '<p>The harbour, the high street and everyone in between.</p>',
  },
  {
    url: 'sport',
    title: 'Sport',
    tags: ['football', 'rowing', 'cricket'],
    about_html: '<p>Results, reports and fixtures.</p>',
  },
  {
    url: 'culture',
    title: 'Culture',
    tags: ['music', 'theatre', 'books'],
    about_html: '<p>On stage, on the page and on the wall.</p>',
  },
  {
    url: 'food-and-drink',
    title: 'Food & Drink',
    parent: 'culture',
    tags: ['restaurants', 'recipes'],
    about_html: '<p>Where to eat, and what to cook instead.</p>',
  },
];

/** The tags that have a record. Posts have others as well. */
export const tags = [
  ['council', 'Council'],
  ['planning', 'Planning'],
  ['transport', 'Transport'],
  ['health', 'Health'],
  ['weather', 'Weather'],
  ['education', 'Education'],
  ['harbour', 'Harbour'],
  ['jobs', 'Jobs'],
  ['environment', 'Environment'],
  ['football', 'Football'],
  ['rowing', 'Rowing'],
  ['music', 'Music'],
  ['theatre', 'Theatre'],
  ['books', 'Books'],
  ['restaurants', 'Restaurants'],
].map(([url = '', title = '']) => ({ url, title }));
