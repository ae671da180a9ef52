import type { PublishedStory } from '../story.ts';

export const sport: PublishedStory[] = [
  {
    slug: 'rovers-win-derby-in-stoppage-time',
    headline: 'Rovers win the derby in stoppage time',
    subheadline: 'Wexcombe Rovers 2, Orrin Athletic 1',
    author: 'callum-reyes',
    sections: ['Home'],
    tags: ['football', 'rovers'],
    hoursAgo: 42,
    body: `
<p>They will be talking about Kofi Mensah’s left foot in Wexcombe for some time. In the 94th minute of a
derby that neither side deserved to lose, the substitute met a half-cleared corner on the volley and put it
in off the underside of the bar.</p>
<p>Athletic had led at the break through Dale Prior, who was given the freedom of the penalty area. Rovers
were better for the arrival of Mensah, and level when Jamie Stott headed in Luke Farrow’s free kick on 71
minutes.</p>
<p>“I told him to keep it down,” said the manager, Sue Ballard, of the winner. “He never listens, thank
God.”</p>
<p>The crowd of 1,904 was the largest at Quay Lane since the cup run of 2011. Rovers are third, two points
behind the leaders with a game in hand.</p>`,
  },
  {
    slug: 'rowing-eight-selected-for-national-regatta',
    headline: 'Women’s eight selected for national regatta',
    subheadline: 'Wexcombe’s first crew there since 1996',
    author: 'callum-reyes',
    sections: [],
    tags: ['rowing'],
    hoursAgo: 110,
    body: `
<p>Wexcombe Rowing Club will send a crew to the national regatta for the first time in thirty years, after
its women’s eight won the county trial by a length and a half on Saturday.</p>
<p>The crew has trained before work since September, on the water by half past five, with lamps on the
riggers. Its oldest member is 47, its youngest is doing her exams.</p>
<p>“We are not fast off the start,” said the stroke, Beth Tanner, a postwoman. “But nobody likes to see us
at the thousand.”</p>
<p>A boat good enough costs £38,000. The club has £21,000, and a sponsored row around the bay on the
28th.</p>`,
  },
  {
    slug: 'parkrun-reaches-five-hundred',
    headline: 'Sea wall run reaches its five hundredth Saturday',
    subheadline: 'One man has missed only three',
    author: 'callum-reyes',
    sections: ['sport'],
    tags: ['running', 'health'],
    hoursAgo: 203,
    body: `
<p>At nine on Saturday 431 runners set off along the sea wall for the five hundredth time. The first
edition, in sleet, had nineteen.</p>
<p>Among them was Bill Hanrahan, 74, who has missed three: two for weddings and one for a hip. “The wedding
I regret,” he said, without saying which.</p>
<p>In ten years 9,200 different people have run the five kilometres here, and 1,100 have stood at the
corner by the kiosk in a yellow vest and told them that it is not far now. It is: it is two kilometres.</p>`,
  },
  {
    slug: 'rovers-held-at-home-by-bottom-club',
    headline: 'Rovers held at home by the bottom club',
    subheadline: 'Wexcombe Rovers 0, Stourfield Town 0',
    author: 'callum-reyes',
    sections: [],
    tags: ['football', 'rovers'],
    hoursAgo: 284,
    body: `
<p>Some games are remembered for a goal, some for a save. This one will be remembered, if at all, for the
dog that carried off the corner flag in the 31st minute and was applauded by both ends.</p>
<p>Rovers had nineteen attempts and two on target. Stourfield, without an away win since August, put ten
men behind the ball and an eleventh beside it.</p>
<p>“You can’t coach the last pass,” said the manager, Sue Ballard. “I have tried. We shall try again on
Tuesday.”</p>
<p>The flag was found in Quay Lane, undamaged.</p>`,
  },
  {
    slug: 'cricket-club-gets-planning-for-nets',
    headline: 'Cricket club gets its all-weather nets',
    subheadline: 'Juniors have doubled in three seasons',
    author: 'callum-reyes',
    sections: [],
    tags: ['cricket', 'planning'],
    hoursAgo: 401,
    body: `
<p>Wexcombe Cricket Club may build three all-weather nets behind the pavilion, planners decided this week,
so long as the lights are out by nine.</p>
<p>The club needs them. It had 48 junior members three seasons ago and has 103 now, forty of them girls. On
wet Fridays practice has been held in the cattle shed at the showground.</p>
<p>“It takes spin,” said the junior coach, Farah Iqbal, “but so does everything in a cattle shed.”</p>
<p>Work starts after the last match in September.</p>`,
  },
  {
    slug: 'lido-swimmers-break-the-ice-and-a-record',
    headline: 'Lido swimmers break the ice, and a record',
    subheadline: 'Water at 3.1 degrees, 187 in it',
    author: 'callum-reyes',
    sections: ['sport'],
    tags: ['swimming', 'charity'],
    hoursAgo: 634,
    body: `
<p>The attendant had to break the ice at the shallow end before the New Year swim could begin, and 187
people got in anyway: 31 more than ever before.</p>
<p>Few stayed long. The water was at 3.1 °C, and the whistle went at two minutes. Marjorie Poole, who is 81
and swims daily, was asked to come out twice.</p>
<p>The event raised £5,240 for the hospice at St Brannock’s. The tea urn, lent by the sea cadets, was empty
by eleven.</p>`,
  },
];
