import type { PublishedStory } from '../story.ts';

export const townHall: PublishedStory[] = [
  {
    slug: 'council-backs-repair-of-bridge-street-bridge',
    headline: 'Council backs £4.2m repair of Bridge Street bridge',
    subheadline: 'Work begins in March and will close one lane for eleven weeks',
    author: 'imogen-threlfall',
    sections: ['Home'],
    tags: ['council', 'transport', 'bridge'],
    hoursAgo: 3,
    body: `
<p>The town council voted on Tuesday night to repair the Bridge Street bridge rather than replace it,
ending an argument that has outlasted two mayors. The vote was 14 to 6, with one abstention.</p>
<p>Engineers told members that the 1931 deck can carry traffic for another forty years if its bearings are
renewed and the parapets rebuilt. A new bridge would have cost three times as much and shut the crossing
for most of a year.</p>
<h2>One lane open</h2>
<p>Work is to begin on 9 March. Traffic will alternate on a single lane for eleven weeks; the footway on
the harbour side stays open throughout. Buses on routes 4 and 11 will be given priority at the signals.</p>
<blockquote><p>Nobody gets a ribbon to cut for a repair. But it is the right answer, and we can pay for
it.</p></blockquote>
<p>So said Councillor Priya Nand, who chairs the highways committee. Councillor Hugh Bannister, who voted
against, called the decision “a plaster on a broken leg” and asked for the survey to be published in full.
The clerk said that it would be, by Friday.</p>`,
  },
  {
    slug: 'budget-gap-of-1-8m-puts-library-hours-in-question',
    headline: 'Budget gap of £1.8m puts library hours in question',
    subheadline: 'Three options go out to consultation next week',
    author: 'imogen-threlfall',
    sections: [],
    tags: ['council', 'library'],
    hoursAgo: 52,
    body: `
<p>Wexcombe’s library could close on two weekdays under one of three proposals to fill a £1.8m gap in next
year’s budget, papers published on Monday show.</p>
<p>The finance department blames rising care costs and a fall in parking income since the multi-storey in
Corn Lane lost its top deck. Without cuts, reserves would fall below the level that auditors accept by the
autumn.</p>
<p>The options that residents will be asked about are:</p>
<ul><li>closing the library on Mondays and Thursdays, saving £210,000;</li><li>charging for garden waste,
raising £390,000;</li><li>selling the former fire station in Dock Road, worth about £1.1m once.</li></ul>
<p>“We would rather be asked about all three than surprised by one,” said Margaret Osei of the Friends of
the Library, who expects the reading room to be full when the consultation opens.</p>`,
  },
  {
    slug: 'planners-refuse-flats-on-old-ropeworks',
    headline: 'Planners refuse 96 flats on the old ropeworks',
    subheadline: 'Committee finds the tower too tall and the parking too little',
    author: 'imogen-threlfall',
    sections: [],
    tags: ['planning', 'housing'],
    hoursAgo: 121,
    body: `
<p>A plan for 96 flats on the site of the Wexcombe ropeworks was refused on Thursday against the advice of
officers, after more than two hours of speeches and one petition carried in by wheelbarrow.</p>
<p>Members praised the brickwork and the riverside path, but found the eight-storey tower out of scale with
the terraces behind it. They also noted that 31 parking spaces would serve 96 households in a street where
residents already queue for permits.</p>
<p>The developer, Orrin Quay Homes, said that it would read the reasons before deciding whether to appeal.
Its architect, Lena Fairweather, told the committee that every floor removed “comes straight out of the
affordable homes”.</p>
<p>The site has stood empty since the last rope was walked in 1999.</p>`,
  },
  {
    slug: 'new-mayor-will-walk-to-work',
    headline: 'New mayor will walk to work, and sell the car',
    subheadline: 'Asha Coleman takes the chain for a year',
    author: 'daniel-pask',
    sections: ['Home'],
    tags: ['council', 'people'],
    hoursAgo: 214,
    body: `
<p>Asha Coleman, a pharmacist from Tallis Lane, became the 128th mayor of Wexcombe on Saturday and
announced before the tea was poured that the mayoral car is for sale.</p>
<p>“I live nine minutes from the town hall,” she said. “The car costs more a year than the youth club’s
rent.” The money will go to the club until its lease is renewed in the summer.</p>
<p>Ms Coleman, who has sat for the Harbour ward since 2019, succeeds Geoffrey Lunt. Her charities for the
year are the lifeboat station and the hospice at St Brannock’s.</p>
<p>The car, a nine-year-old saloon with 31,000 miles on the clock, has “one careful owner and forty
passengers”, according to the notice on the council’s website.</p>`,
  },
  {
    slug: 'twenty-mile-limit-to-cover-all-of-old-town',
    headline: '20 mph limit to cover all of the Old Town',
    subheadline: 'Signs go up in the spring after a year of trials',
    author: 'imogen-threlfall',
    sections: [],
    tags: ['council', 'transport', 'safety'],
    hoursAgo: 330,
    body: `
<p>Every street between the station and the sea wall will have a limit of 20 mph from April, the highways
committee agreed on Wednesday.</p>
<p>A twelve-month trial around Tallis Lane Primary brought the average speed down from 27 to 22 mph.
Collisions in which somebody was hurt fell from seven to two, though officers warned that the numbers are
too small to prove much.</p>
<p>Taxi drivers had asked for Station Approach to be left out. “Nobody has reached 20 there since the
horse,” replied Councillor Nand.</p>
<p>The signs and road markings will cost £88,000, two thirds of it from a county grant.</p>`,
  },
  {
    slug: 'allotment-rents-frozen-for-a-third-year',
    headline: 'Allotment rents frozen for a third year',
    subheadline: 'The waiting list is now longer than the list of plots',
    author: 'sylvia-crane',
    sections: [],
    tags: ['council', 'allotments', 'environment'],
    hoursAgo: 448,
    body: `
<p>Good news for those of us with dirt under our nails: the council has left the rent of a full plot at £46
for a third year running.</p>
<p>The less good news is the queue. There are 212 plots in Wexcombe and, since Christmas, 219 names on the
list. At the present rate a newcomer will be handed a fork in the summer of 2034.</p>
<p>The parks committee will look at splitting plots as they fall vacant. Having dug a full one since 1988,
I can tell the committee that half is plenty.</p>
<p>At Tallis Lane we are sowing broad beans this week, under glass, because the mice read this column
too.</p>`,
  },
  {
    slug: 'bin-lorries-to-start-at-six-in-summer',
    headline: 'Bin lorries to start at six in summer',
    subheadline: 'Crews asked for it after last July’s heat',
    author: 'daniel-pask',
    sections: [],
    tags: ['council', 'waste'],
    hoursAgo: 611,
    body: `
<p>Bins in Wexcombe will be emptied from six in the morning between June and September, an hour and a half
earlier than now, after crews asked to be home before the worst of the heat.</p>
<p>Two loaders were treated for heatstroke last July, when the thermometer at the depot reached 36 °C. “You
cannot lift forty tonnes a day in that,” said their representative, Marek Wilk.</p>
<p>Residents are asked to put bins out the evening before. Gulls, the council admits, are the weak point of
the plan; lidded food caddies will be free to any household within 300 metres of the harbour.</p>`,
  },
];
