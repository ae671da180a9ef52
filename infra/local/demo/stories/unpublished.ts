import type { ScheduledStory, Story } from '../story.ts';

export const drafts: Story[] = [
  {
    slug: 'who-owns-the-sea-wall',
    headline: 'Who owns the sea wall? DRAFT, lawyers to read',
    subheadline: 'Four bodies say that it belongs to one of the others',
    author: 'owen-marsh',
    sections: ['news'],
    tags: ['flooding', 'council'],
    body: `
<p>After the second flood of the winter we asked four public bodies who is responsible for the wall along
Harbour Road. Each named another.</p>
<p>The deeds, seen by the Courier, end with a sale in 1922 to a company that was dissolved in 1931. [Check
with the Land Registry: reply due Thursday.]</p>
<p>[Quote from the county here.]</p>`,
  },
  {
    slug: 'how-we-count-the-otters',
    headline: 'How do you count an otter?',
    subheadline: 'A night on the river with Dr Mina Sandhu',
    author: 'owen-marsh',
    sections: ['news'],
    tags: ['environment', 'wildlife'],
    body: `
<p>It is ten to four in the morning and we are looking for droppings. They should smell, says Mina Sandhu,
of jasmine tea and fish.</p>
<p>[More from the notebook. 900 words for the weekend.]</p>`,
  },
  {
    slug: 'class-sizes-what-the-figures-say',
    headline: 'Class sizes: what the figures say',
    subheadline: 'Waiting for the county’s spreadsheet',
    author: 'noor-hussain',
    sections: [],
    tags: ['education', 'data'],
    body: `
<p>The average class in Wexcombe’s primaries has 26.4 children, up from 25.1 five years ago. [Table by
school to follow.]</p>`,
  },
  {
    slug: 'obituary-captain-edith-rowe',
    headline: 'Captain Edith Rowe, pilot of the Orrin, 1931–',
    subheadline: 'For the file. Captain Rowe is very well and has read it',
    author: 'ruth-adeyemi',
    sections: ['news'],
    tags: ['people', 'harbour'],
    body: `
<p>Edith Rowe brought some nine thousand ships over the Orrin bar and grounded none of them, a fact that
she mentioned rarely and others often.</p>
<p>[She asks us to correct the date of the collier. Done. R.A.]</p>`,
  },
];

export const scheduled: ScheduledStory[] = [
  {
    slug: 'what-is-on-this-weekend',
    headline: 'What’s on this weekend: a launch, a fair and a silent disco',
    subheadline: 'Seven things to do between Friday and Sunday night',
    author: 'betty-lindqvist',
    sections: ['culture', 'Home'],
    tags: ['events', 'music'],
    hoursAhead: 52,
    body: `
<p>The lifeboat <em>Grace of Orrin</em> goes down the slip on Saturday at eleven, with recorders. Be early:
the quay was full for the last one by ten.</p>
<p>On Friday the museum opens until nine, with a guide among the herring girls. The Seamen’s Hall has a
silent disco for over-fifties on Saturday night, headphones included, and the spring fair fills the
showground on Sunday.</p>
<p>If it rains, and it may: <em>The Tempest</em> has a few seats left. Bring that coat.</p>`,
  },
  {
    slug: 'five-things-the-council-will-decide-this-month',
    headline: 'Five things the council will decide this month',
    subheadline: 'From the sea wall to the price of a beach hut',
    author: 'imogen-threlfall',
    sections: ['Home'],
    tags: ['council'],
    hoursAhead: 100,
    body: `
<p>The agenda for the month runs to 318 pages. We have read them, so that you can have dinner.</p>
<p>Members will be asked to spend £40,000 on a design for a higher sea wall, to sell the old fire station,
to let the library keep its Thursdays, to raise the rent of a beach hut by £35 a year, and to decide what a
charter of 1387 is worth.</p>
<p>All meetings begin at seven in the town hall and are open to everybody.</p>`,
  },
];
