/** Every `.html` and `.njk` file is a template of Nunjucks, which escapes what has no filter `safe`. */
export default function configure(eleventy) {
  eleventy.addPassthroughCopy({ 'lib/style.css': 'style.css' });
  eleventy.addFilter('ofSection', (posts, { id }) =>
    posts.filter(({ sections }) => sections.includes(id)).slice(0, 60),
  );
  eleventy.addFilter('latest', posts => posts.slice(0, 30));
  eleventy.ignores.add('README.md');
  return { dir: { input: '.', output: 'dist', includes: '_includes', data: '_data' } };
}
