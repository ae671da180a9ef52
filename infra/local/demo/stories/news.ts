import type { PublishedStory } from '../story.ts';

export const news: PublishedStory[] = [
  {
    slug: 'storm-floods-harbour-road-for-second-time',
    headline: 'Storm floods Harbour Road for the second time this winter',
    subheadline: 'Thirty homes without power until noon; nobody hurt',
    author: 'owen-marsh',
    sections: ['news', 'Home'],
    tags: ['weather', 'harbour', 'flooding'],
    hoursAgo: 14,
    body: `
<p>High water came over the sea wall at 5.40 on Wednesday morning and stood knee-deep in Harbour Road until
the tide turned. It is the second flood there since November.</p>
<p>The fire service pumped out eleven cellars. Thirty homes lost power when a substation tripped, and were
reconnected by noon. The ferry did not run until the afternoon.</p>
<p>“I have stopped putting the carpet back,” said Helen Varga, whose front door is fourteen steps from the
quay. Her neighbours had carried her piano upstairs the night before.</p>
<p>The Environment Agency measured a surge of 0.9 metres above the predicted tide. A decision on raising
the wall by 60 centimetres is due in the spring; the county has put the cost at £7m.</p>`,
  },
  {
    slug: 'minor-injuries-unit-to-open-at-weekends',
    headline: 'Minor injuries unit to open at weekends again',
    subheadline: 'Six nurses have been hired after a year of trying',
    author: 'noor-hussain',
    sections: [],
    tags: ['health', 'hospital'],
    hoursAgo: 31,
    body: `
<p>The minor injuries unit at St Brannock’s hospital will open on Saturdays and Sundays from the first of
next month, for the first time since it lost half of its staff two winters ago.</p>
<p>Six nurses have been hired, two of them from Wexcombe and one who came back from Canada “for the fog”,
as she told the board. Opening hours at the weekend are nine to five.</p>
<p>Until now a sprained wrist on a Sunday has meant 26 miles to the county hospital, where the average wait
in January was four hours and ten minutes.</p>
<p>The unit treats cuts, burns, sprains and simple fractures. It does not replace calling an ambulance.</p>`,
  },
  {
    slug: 'rail-line-to-close-for-nine-days',
    headline: 'Rail line to close for nine days at half-term',
    subheadline: 'Buses replace trains while the Nether Orrin cutting is shored up',
    author: 'imogen-threlfall',
    sections: ['Home'],
    tags: ['transport', 'rail'],
    hoursAgo: 98,
    body: `
<p>No trains will run between Wexcombe and the junction for nine days over half-term, while engineers drive
140 steel nails into the side of the Nether Orrin cutting.</p>
<p>The slope has moved 70 millimetres in five years. In wet weeks trains pass it at walking pace, which is
why the 7.12 has been the 7.26 since October.</p>
<p>Buses will leave from the station forecourt every half-hour and take 25 minutes longer. Season tickets
are valid on route 11 as well.</p>
<p>Work goes on day and night. Residents of Cutting Row have been offered hotel rooms; so far, the railway
says, most have asked for earplugs and a fruit cake.</p>`,
  },
  {
    slug: 'otters-are-back-below-the-weir',
    headline: 'Otters are back below the weir',
    subheadline: 'A camera meant for poachers caught a mother and two cubs',
    author: 'owen-marsh',
    sections: ['news', 'Home'],
    tags: ['environment', 'wildlife'],
    hoursAgo: 145,
    body: `
<p>A camera put up to catch poachers at the Orrin weir has caught three otters instead: a mother and two
cubs, at 4.12 on a frosty morning, arguing over an eel.</p>
<p>They are the first seen breeding so near the town since 1973. Anglers had found prints in the autumn,
and the river trust kept the secret until the cubs were swimming.</p>
<p>“It tells you that there are fish, and that the water is clean enough for the fish,” said Dr Mina Sandhu
of the trust. Phosphate in the lower river has halved since the treatment works was rebuilt.</p>
<p>Dog walkers are asked to keep to the east bank between the weir and the footbridge until May.</p>`,
  },
  {
    slug: 'ferry-celebrates-a-hundred-years-of-one-fare',
    headline: 'Ferry marks a hundred years with one penny fares',
    subheadline: 'The crossing takes six minutes, as it did in 1926',
    author: 'daniel-pask',
    sections: ['news'],
    tags: ['harbour', 'transport', 'history'],
    hoursAgo: 262,
    body: `
<p>For one day on Sunday the Wexcombe ferry charged what it charged in 1926: a penny a head, dogs free,
pianos by arrangement. By dusk it had carried 3,118 people, about a tenth of whom had somewhere to go.</p>
<p>The boat is the fourth of its name. The crossing, from the fish quay to Saltings Point, still takes six
minutes and still saves a drive of eleven miles.</p>
<p>“My grandfather did this, and his hands were on the same wheel,” said the skipper, Tom Rudge. “They
moved it from boat to boat. It is the only part that has never been late.”</p>`,
  },
  {
    slug: 'police-return-stolen-bicycles-by-the-lorryload',
    headline: 'Police return stolen bicycles by the lorryload',
    subheadline: 'Sixty-three found in one barn; owners are asked to come and look',
    author: 'daniel-pask',
    sections: ['news'],
    tags: ['crime', 'cycling'],
    hoursAgo: 377,
    body: `
<p>Police have laid out 63 bicycles in the sports hall of the leisure centre and would like their owners to
collect them. Two men from outside the county have been charged.</p>
<p>Officers found the machines in a barn near Nether Orrin after a cyclist recognised her own in an
advertisement, by a sticker of a badger. She arranged to view it and brought a sergeant.</p>
<p>Bring a photograph, a receipt or the frame number. “Or tell us what is wrong with it,” said Sergeant Amy
Croft. “Nobody invents a bent third spoke.”</p>
<p>The hall is open from ten to six until Saturday.</p>`,
  },
  {
    slug: 'dark-skies-over-saltings-point-win-recognition',
    headline: 'Dark skies over Saltings Point win recognition',
    subheadline: 'New street lamps let the Milky Way back in',
    author: 'owen-marsh',
    sections: ['news'],
    tags: ['environment', 'astronomy'],
    hoursAgo: 540,
    body: `
<p>On a clear night at Saltings Point you can now read the time by nothing but stars, the county
astronomical society says, and an international body has agreed: the headland is a dark sky reserve.</p>
<p>The change took four years and 380 street lamps, each swapped for one that shines downwards and dims at
eleven. The electricity saved has paid for two thirds of it.</p>
<p>The society opens its telescopes to all on the first Friday of each month. Take a torch with a red
filter, and a flask.</p>`,
  },
];
