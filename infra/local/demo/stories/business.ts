import type { PublishedStory } from '../story.ts';

export const business: PublishedStory[] = [
  {
    slug: 'fish-market-to-auction-online',
    headline: 'Fish market to auction online from Easter',
    subheadline: 'Buyers may bid from their beds, but the bell stays',
    author: 'owen-marsh',
    sections: ['Home'],
    tags: ['harbour', 'fishing'],
    hoursAgo: 22,
    body: `
<p>After 140 years of shouting, the Wexcombe fish market will sell its catch on a screen. From Easter week
buyers can bid online while the boxes are still coming ashore.</p>
<p>The harbour trust expects prices to rise by about a tenth, as they have in two ports that changed over
last year, because restaurants inland can take part. Landings here were worth £6.4m in 2025.</p>
<p>Not everybody is glad to stay in bed. “You look a fish in the eye,” said Len Corey, who has bought on
this quay since 1979. “You can’t do that on a telephone.”</p>
<p>The hand bell will still be rung at six. The trust has promised that in writing.</p>`,
  },
  {
    slug: 'boatyard-order-brings-sixty-jobs',
    headline: 'Boatyard’s biggest order brings sixty jobs',
    subheadline: 'Trewin & Daughters will build four electric ferries',
    author: 'owen-marsh',
    sections: ['Home'],
    tags: ['harbour', 'jobs'],
    hoursAgo: 64,
    body: `
<p>Trewin &amp; Daughters is to build four electric ferries for a Norwegian operator, the largest order in the
yard’s 88 years. It means sixty new jobs, most of them for welders and electricians.</p>
<p>Each boat will carry 150 passengers and charge in nine minutes at the quay. The first is to be delivered
in eighteen months.</p>
<p>Joan Trewin, who took over the yard from her mother, said that the hard part was not the price. “They
asked whether a yard of ninety people could do it. I said no: but a yard of a hundred and fifty could.”</p>
<p>The slipway will be lengthened by twelve metres. Neighbours were told on Sunday, with cake.</p>`,
  },
  {
    slug: 'corn-lane-bookshop-bought-by-its-customers',
    headline: 'Corn Lane bookshop bought by its customers',
    subheadline: '412 people put in £50 or more to keep it open',
    author: 'betty-lindqvist',
    sections: ['business'],
    tags: ['books', 'high street'],
    hoursAgo: 167,
    body: `
<p>The Corn Lane Bookshop will not close in March after all. It belongs, since Friday, to 412 of its
customers, who raised £61,000 in five weeks between them.</p>
<p>Its owner of thirty years, Frances Hale, had wanted to retire and found no buyer. The new society has
kept both booksellers and the cat, whose position is described in the share offer as “non-executive”.</p>
<p>Members get one vote each, whatever they paid in, and no discount. “We asked,” said the chair, Yusuf
Karim. “They said that a discount was how you lose a bookshop.”</p>`,
  },
  {
    slug: 'market-traders-want-wednesday-back',
    headline: 'Market traders want Wednesday back',
    subheadline: 'Takings are down a quarter since the move to Thursdays',
    author: 'daniel-pask',
    sections: ['business'],
    tags: ['high street', 'council', 'market'],
    hoursAgo: 238,
    body: `
<p>Traders have asked the council to move the weekly market back to Wednesday, where it stood for six
centuries until last spring.</p>
<p>The change was meant to catch cruise passengers, whose ships call on Thursdays. But passengers buy a
postcard, say the traders, and Wexcombe buys its potatoes the day before, at the supermarket.</p>
<p>A survey of 44 stalls puts takings 24 per cent down. Nine have not renewed for the summer.</p>
<p>The charter of 1387 names “the fourth day”. The clerk is looking into what a charter is worth.</p>`,
  },
  {
    slug: 'seaweed-farm-gets-licence-for-the-bay',
    headline: 'Seaweed farm gets licence for the bay',
    subheadline: 'First harvest planned for next spring',
    author: 'owen-marsh',
    sections: ['business'],
    tags: ['environment', 'fishing', 'harbour'],
    hoursAgo: 355,
    body: `
<p>Two former trawlermen have been licensed to grow sugar kelp on eleven hectares of Wexcombe Bay, the
first such farm on this coast.</p>
<p>The weed grows on ropes between October and May and needs no feed and no fresh water. It will go to a
plant in the next county that makes food packaging, and the broken pieces to farmers.</p>
<p>Mike Dunning and his cousin Paul sold their boat’s quota two years ago. “It is fishing for things that
can’t swim off,” said Mr Dunning.</p>
<p>Yacht clubs had objected until the lines were moved 200 metres to the east. The licence runs for ten
years.</p>`,
  },
  {
    slug: 'hotel-on-the-parade-to-reopen',
    headline: 'Grand old hotel on the Parade to reopen',
    subheadline: 'The Meridian has been dark since 2014',
    author: 'daniel-pask',
    sections: ['business'],
    tags: ['tourism', 'jobs'],
    hoursAgo: 580,
    body: `
<p>The Meridian Hotel, whose broken letters have told visitors to ME I IAN for a decade, will open again in
May with 38 rooms and all eight letters.</p>
<p>The new owners, a family from the next valley who run two inns, have spent £3m on the roof alone. The
ballroom floor, under which workmen found a dance card from 1937, has been kept.</p>
<p>Forty-five people will be hired by April. Those who worked there before it closed are asked to apply
first; nine have.</p>`,
  },
];
