import type { PublishedStory } from '../story.ts';

export const schools: PublishedStory[] = [
  {
    slug: 'tallis-lane-pupils-name-the-new-lifeboat',
    headline: 'Tallis Lane pupils name the new lifeboat',
    subheadline: '“Grace of Orrin” beat “Boaty the Third” by four votes',
    author: 'noor-hussain',
    sections: ['Home'],
    tags: ['education', 'lifeboat', 'harbour'],
    hoursAgo: 9,
    body: `
<p>The inshore lifeboat that arrives in Wexcombe next month will be called <em>Grace of Orrin</em>, after a
vote by all 214 pupils of Tallis Lane Primary.</p>
<p>The crew had asked the school to choose from twelve suggestions that children made themselves. It was
close. “Boaty the Third had strong support in Year 2,” said the head teacher, Simon Achebe, “and there was
a campaign.”</p>
<p>The name honours Grace Pellow, who rowed out from the slipway in the storm of 1901 and brought back five
men. Her great-great-niece, Ivy Pellow, is in Year 5 and says that she did not tell anybody how to
vote.</p>
<p>The boat will be launched on the first Saturday of the month, with the school’s recorder group on the
quay, weather permitting.</p>`,
  },
  {
    slug: 'academy-opens-workshop-for-apprentices',
    headline: 'Orrin Academy opens a workshop for apprentices',
    subheadline: 'Forty places in marine engineering from September',
    author: 'noor-hussain',
    sections: ['business'],
    tags: ['education', 'jobs'],
    hoursAgo: 76,
    body: `
<p>A disused gymnasium at Orrin Academy has become a workshop with six diesel engines, two lathes and a
smell of cutting oil that the art department next door has complained about already.</p>
<p>From September forty apprentices will train there three days a week and spend the other two at boatyards
along the river. The harbour trust and four firms have paid half of the £620,000 cost.</p>
<p>“I have advertised for a fitter for fourteen months,” said Joan Trewin of Trewin &amp; Daughters. “Now I
shall grow my own.”</p>
<p>Applications open on Monday. The academy holds an evening for parents on the 20th, in overalls.</p>`,
  },
  {
    slug: 'school-meals-kitchen-wins-county-award',
    headline: 'The kitchen that made spinach popular wins county award',
    subheadline: 'St Brannock’s cooks 340 meals a day from scratch',
    author: 'noor-hussain',
    sections: ['food-and-drink'],
    tags: ['education', 'food'],
    hoursAgo: 188,
    body: `
<p>The kitchen of St Brannock’s School has been named the county’s best for the second time in five years.
Judges arrived without warning on a Thursday and stayed, they wrote, for pudding.</p>
<p>Delia Munro and her team of five make 340 meals a day for £2.61 each. The fish comes from the quay and
the greens from a grower in Nether Orrin, and nothing arrives in a tub.</p>
<p>How do you get six-year-olds to eat spinach? “Garlic,” said Mrs Munro. “And you never, ever call it
spinach.”</p>`,
  },
  {
    slug: 'sixth-form-bus-pass-to-cost-less',
    headline: 'Sixth-form bus pass to cost a third less',
    subheadline: 'Students had counted empty seats for a month',
    author: 'noor-hussain',
    sections: [],
    tags: ['education', 'transport'],
    hoursAgo: 295,
    body: `
<p>A year’s bus pass for sixth-formers will fall from £640 to £425 after students proved that the buses
were running half empty.</p>
<p>For four weeks eleven of them counted passengers on routes 4, 7 and 11, morning and afternoon, and sent
the operator a spreadsheet. On average 22 of 51 seats were taken. At the old price, their survey found, a
lift was cheaper.</p>
<p>“They had better data than we have,” said Karen Doyle, who runs the depot. She has offered two of them a
summer job.</p>`,
  },
  {
    slug: 'night-school-brings-back-boatbuilding',
    headline: 'Night school brings back boatbuilding after thirty years',
    subheadline: 'All sixteen places went in a morning',
    author: 'owen-marsh',
    sections: [],
    tags: ['education', 'harbour', 'crafts'],
    hoursAgo: 502,
    body: `
<p>Sixteen people will spend their Tuesday evenings this winter building a fourteen-foot dinghy in larch on
oak, in the shed where such things were built until 1994.</p>
<p>The course is taught by Peter Yelland, who finished his own apprenticeship there in the year it closed.
He is 51, and the youngest man he knows who can scarf a plank by eye.</p>
<p>Places went in a morning. Half of those who signed up have never held a plane. “Better,” said Mr
Yelland. “Nothing to unlearn.”</p>
<p>The finished boat will be raffled in June for the sea cadets.</p>`,
  },
];
