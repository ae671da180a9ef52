/** The staff of the Wexcombe Courier, in the order in which they are created. */
export const authors = [
  {
    name: 'ruth-adeyemi',
    first_name: 'Ruth',
    last_name: 'Adeyemi',
    role: 'Editor',
    about_html:
      '<p>Ruth has edited the Courier since 2017. She began as a trainee on its night desk and still reads every page.</p>',
  },
  {
    name: 'daniel-pask',
    first_name: 'Daniel',
    last_name: 'Pask',
    role: 'Editor',
    about_html: '<p>News editor. Daniel runs the morning meeting and the front page, and rings you back.</p>',
  },
  {
    name: 'imogen-threlfall',
    first_name: 'Imogen',
    last_name: 'Threlfall',
    role: 'Guest Editor',
    about_html:
      '<p>Imogen covers the town council, planning and transport. She has sat through more than 300 committee meetings.</p>',
  },
  {
    name: 'callum-reyes',
    first_name: 'Callum',
    last_name: 'Reyes',
    role: 'Guest Editor',
    about_html: '<p>Sports editor, and a bow oar at Wexcombe Rowing Club until his knees gave notice.</p>',
  },
  {
    name: 'noor-hussain',
    first_name: 'Noor',
    last_name: 'Hussain',
    role: 'Guest Writer',
    about_html:
      '<p>Noor reports on schools and health. She taught chemistry at Orrin Academy for six years.</p>',
  },
  {
    name: 'owen-marsh',
    first_name: 'Owen',
    last_name: 'Marsh',
    role: 'Guest Writer',
    about_html:
      '<p>Owen writes about the harbour, business and the environment. He keeps a very small boat.</p>',
  },
  {
    name: 'betty-lindqvist',
    first_name: 'Betty',
    last_name: 'Lindqvist',
    role: 'Guest Writer',
    about_html:
      '<p>Betty covers music, theatre and books, and reviews a kitchen a fortnight, unannounced.</p>',
  },
  {
    name: 'sylvia-crane',
    first_name: 'Sylvia',
    last_name: 'Crane',
    role: 'Community User',
    about_html:
      '<p>Sylvia has grown vegetables at the Tallis Lane allotments since 1988 and writes about it monthly.</p>',
  },
];
