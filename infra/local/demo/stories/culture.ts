import type { PublishedStory } from '../story.ts';

export const culture: PublishedStory[] = [
  {
    slug: 'folk-festival-announces-line-up',
    headline: 'Folk festival books its biggest weekend yet',
    subheadline: 'Forty acts, five stages and, for once, enough toilets',
    author: 'betty-lindqvist',
    sections: ['Home'],
    tags: ['music', 'festival'],
    hoursAgo: 27,
    body: `
<p>The Wexcombe Folk Weekend has announced forty acts for July, among them the fiddle duo Marr &amp; Lowry, the
Breton piper Yann Kerdoncuff and, on the Sunday, all four surviving members of the Saltings Singers.</p>
<p>A fifth stage will float: a barge moored off the fish quay, from which bands play to the harbour wall.
It holds eight musicians or, the harbour master has ruled, one brass section.</p>
<p>Last year’s weekend sold 6,000 tickets and was remembered for its queues. There will be three times as
many toilets. “We have listened,” said the director, Rosa Quill. “Mostly in the queue.”</p>
<p>Tickets go on sale on Saturday at nine, from £18 a day; under-12s are free.</p>`,
  },
  {
    slug: 'review-the-tempest-at-the-little-theatre',
    headline: 'Review: a Tempest that smells of the sea',
    subheadline: 'The Little Theatre opens its doors, and lets the weather in',
    author: 'betty-lindqvist',
    sections: [],
    tags: ['theatre', 'review'],
    hoursAgo: 88,
    body: `
<p>The Little Theatre stands forty metres from the tide, and for its new <em>Tempest</em> the director,
Jonah Pryce, has simply opened the dock doors at the back of the stage. The storm in the first scene on
Thursday was the real one.</p>
<p>It would be a trick if the acting were not so still. Miriam Goode’s Prospero is a tired headmistress who
has one last thing to teach; when she breaks her staff you hear it in the stalls. Tariq Bell’s Ariel barely
moves, and is everywhere.</p>
<p>The comic scenes go on too long, as they have since 1611. But bring a coat and go.</p>
<p><em>Until the 24th. Blankets at the door.</em></p>`,
  },
  {
    slug: 'library-finds-lost-chapter-of-local-novel',
    headline: 'Library finds a lost chapter in a cookery book',
    subheadline: 'Ellen Tye’s harbour novel had an ending that nobody knew',
    author: 'betty-lindqvist',
    sections: ['Home'],
    tags: ['books', 'history', 'library'],
    hoursAgo: 155,
    body: `
<p>Nineteen pages in violet ink, folded into a cookery book given to the library in 1962, turn out to be
the last chapter of <em>The Salt Road</em>, the only novel of Wexcombe’s own Ellen Tye.</p>
<p>The book, printed in 1911, stops with its heroine on the quay and the boat casting off. Readers have
argued ever since whether she goes. Now we know, and the librarian who found it, Gareth Simms, refuses to
say.</p>
<p>“I read it standing up, in the store, and missed my bus,” he said.</p>
<p>The pages have been compared with Tye’s letters at the county archive and are hers. They will be read
aloud in the reading room on the 12th, once, before they are printed.</p>`,
  },
  {
    slug: 'choir-needs-basses',
    headline: 'Harbour choir needs basses, any condition',
    subheadline: 'Forty-one sopranos have been very patient',
    author: 'betty-lindqvist',
    sections: [],
    tags: ['music', 'community'],
    hoursAgo: 312,
    body: `
<p>The Harbour Choir has 41 sopranos, 28 altos, nine tenors and Dennis. In May it is to sing Fauré’s
Requiem, and Dennis has asked for help.</p>
<p>No audition is needed, nor the ability to read music. “If you can start a lawnmower by humming, come,”
said the conductor, Alwyn Price.</p>
<p>Rehearsals are on Mondays at half past seven in the Seamen’s Hall. There is beer afterwards, which is
how Dennis came to join.</p>`,
  },
  {
    slug: 'photographs-of-the-last-herring-girls-go-on-show',
    headline: 'Photographs of the last herring girls go on show',
    subheadline: 'Glass plates lay for eighty years behind a chimney',
    author: 'betty-lindqvist',
    sections: ['culture'],
    tags: ['photography', 'history', 'harbour'],
    hoursAgo: 470,
    body: `
<p>They look straight at you, sleeves rolled, fingers bound in rag against the knife: forty portraits of
the herring girls of Wexcombe, taken in the summer of 1936 and unseen since.</p>
<p>A builder found the glass plates behind a chimney in Dock Road. The photographer was the chemist, Arthur
Nunn, who seems to have told nobody.</p>
<p>Twenty-three of the women have been named by their families so far. The museum has left a pencil beside
each of the others.</p>
<p><em>Wexcombe Museum, Tuesday to Sunday, free.</em></p>`,
  },
];
