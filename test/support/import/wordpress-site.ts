import { author, category, item, tag, term, wxr } from '../../unit/cli/import-wordpress/export.ts';

const NO_DATE = '0000-00-00 00:00:00';

/** Items 1 to 8 are published; 20 to 25 are drafts, of which 24 is scheduled; 40 to 42 must not be imported. */
export const smallSite = wxr(
  author('jane', 'jane@news.example', 'Jane Doe'),
  author('joe', 'joe@news.example'),
  category('bridges', 'roads', 'Bridges'),
  category('roads', 'town', 'Roads'),
  category('town', '', 'Town &amp; Country'),
  category('nyheter-p%C3%A5-svenska', '', 'Nyheter på svenska'),
  tag('traffic', 'Traffic'),
  item({
    post_id: '1',
    title: 'Bridge to close for a week',
    post_name: 'bridge-to-close',
    more: term('category', 'bridges') + term('category', 'roads') + term('post_tag', 'traffic', 'Traffic'),
  }),
  item({
    post_id: '2',
    title: 'Gritters are out',
    creator: 'joe',
    is_sticky: '1',
    post_date_gmt: '2016-01-27 14:56:00',
    more: term('category', 'roads') + term('post_tag', 'traffic', 'traffic'),
  }),
  item({
    post_id: '3',
    title: 'Nyheter på ön',
    post_name: 'nyheter-p%c3%a5-%c3%b6n',
    more: term('category', 'nyheter-p%C3%A5-svenska', 'Nyheter på svenska'),
  }),
  item({ post_id: '4', title: 'The harbour plan', post_name: 'harbour-plan' }),
  item({ post_id: '5', title: 'Harbour', post_name: 'harbour-plan', post_type: 'page' }),
  item({
    post_id: '6',
    title: 'Dated in local time only',
    post_date_gmt: NO_DATE,
    more: '<wp:post_date>2014-03-01 12:00:00</wp:post_date>',
  }),
  item({
    post_id: '7',
    title: 'Scheduled for a day long past',
    status: 'future',
    post_date_gmt: '2019-05-06 07:08:09',
  }),
  item({ post_id: '8', title: 'Without any date', post_date_gmt: NO_DATE }),
  item({ post_id: '20', title: 'A first sketch', status: 'draft', post_date_gmt: NO_DATE }),
  item({ post_id: '21', title: 'To be looked over', status: 'pending' }),
  item({ post_id: '22', title: 'For the desk only', status: 'private' }),
  item({ post_id: '23', title: 'For members', post_password: 'enter' }),
  item({ post_id: '24', title: 'Later', status: 'future', post_date_gmt: '2090-01-02 03:04:05' }),
  item({
    post_id: '25',
    title: 'The harbour plan, again',
    post_name: 'harbour-plan',
    status: 'draft',
    post_date_gmt: NO_DATE,
  }),
  item({ post_id: '40', title: 'Thrown away', status: 'trash' }),
  item({ post_id: '41', title: 'Auto Draft', status: 'auto-draft' }),
  item({ post_id: '42', title: 'Picture', status: 'inherit', post_type: 'attachment' }),
);
