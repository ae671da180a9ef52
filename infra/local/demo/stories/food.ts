import type { PublishedStory } from '../story.ts';

export const food: PublishedStory[] = [
  {
    slug: 'review-the-net-loft',
    headline: 'The Net Loft: eleven tables and one idea',
    subheadline: 'Whatever came ashore this morning, cooked over wood',
    author: 'betty-lindqvist',
    sections: ['Home'],
    tags: ['restaurants', 'review'],
    hoursAgo: 70,
    body: `
<p>There is no menu at the Net Loft until four in the afternoon, because until then nobody knows what Len
Corey has bought. On the night that we went it was gurnard, and a crab that had been walking at noon.</p>
<p>The room is up a ladder stair over the chandler’s. Ana Ferreira cooks in the corner, over oak, on a
grill that her father welded. The gurnard came whole with its skin blistered and a spoon of something
green; we asked twice what it was, and were told “parsley, mostly”.</p>
<p>Not all is perfect. The chairs were made for mending nets on, and the puddings are an afterthought. But
you pay £32 for three courses, and you hear the halyards through the wall.</p>
<p><em>The Net Loft, Fish Quay. Wednesday to Saturday. Dinner for two with wine, £94.</em></p>`,
  },
  {
    slug: 'recipe-leek-and-smoked-haddock-pie',
    headline: 'Leek and smoked haddock pie, for a wet Tuesday',
    subheadline: 'One dish, one hour, and nothing that the corner shop has not got',
    author: 'betty-lindqvist',
    sections: [],
    tags: ['recipes', 'fish'],
    hoursAgo: 134,
    body: `
<p>Leeks are at their best and fish pie needs no excuse. This one has no sauce to stir: the milk that cooks
the haddock thickens itself.</p>
<h2>For four</h2>
<ul><li>3 leeks, in rings</li><li>50 g butter</li><li>500 g undyed smoked haddock</li><li>2 tablespoons
flour</li><li>400 ml milk</li><li>1 sheet of puff pastry</li></ul>
<p>Sweat the leeks in the butter under a lid for a quarter of an hour. Stir in the flour, then the milk,
and let it come to a simmer. Lay the fish in, in large pieces, and take it off the heat.</p>
<p>Cover with the pastry, cut a hole, and bake at 200 °C for half an hour. Eat it with peas and the radio
on.</p>`,
  },
  {
    slug: 'last-orders-at-the-hope-and-anchor-not-yet',
    headline: 'Last orders at the Hope & Anchor? Not yet',
    subheadline: 'Regulars have until June to find £340,000',
    author: 'daniel-pask',
    sections: ['food-and-drink', 'business'],
    tags: ['pubs', 'community'],
    hoursAgo: 226,
    body: `
<p>The oldest pub in Wexcombe is for sale, and the people who drink in it have until June to buy it. On
Sunday 160 of them met in the only room large enough, which was the church.</p>
<p>The Hope &amp; Anchor has poured beer since 1644. Its owners, a company in London, want £340,000. Under the
law on assets of community value they may not sell to anybody else for six months.</p>
<p>By the end of the evening £52,000 had been promised. The vicar offered to match the first round.</p>
<p>The next meeting is on Thursday, this time in the bar.</p>`,
  },
  {
    slug: 'what-to-sow-while-it-rains',
    headline: 'What to sow while it rains',
    subheadline: 'From the Tallis Lane allotments',
    author: 'sylvia-crane',
    sections: ['food-and-drink'],
    tags: ['allotments', 'gardening'],
    hoursAgo: 520,
    body: `
<p>Nothing is to be done outside this month that would not be better done in April, so sit by the window
with a tray of compost and be patient.</p>
<p>Onions from seed, now, in a cool room. Sweet peas, if you soaked them. Chillies only if you have a warm
shelf and no cat. Leave tomatoes alone: the light is too poor, and they will only grow tall and sorry for
themselves.</p>
<p>And mend your tools. A spade rubbed with linseed oil in winter will still be in the family when you are
not.</p>`,
  },
];
